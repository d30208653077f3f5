// A password leaves the desk only to this machine, or over TLS to a server that proves who it is.
import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../../../src-main/store/team/address.ts'

const remote = (query = '') => parseAddress(`postgres://ann@db.example.com/team${query}`)

describe('the address of a team', () => {
  test('names host, port, database and login', () => {
    expect(parseAddress('postgresql://ann%40x@db.example.com:6432/our%20team')).toMatchObject({
      host: 'db.example.com',
      port: 6432,
      database: 'our team',
      user: 'ann@x',
    })
    expect(remote().port).toBe(5432)
  })

  test('of a socket names its folder', () => {
    const socket = { host: '/run/postgresql', user: 'ann', database: 'team', ssl: false }
    expect(parseAddress('postgres:///team?host=/run/postgresql&user=ann')).toMatchObject(socket)
    expect(parseAddress('postgres://ann@%2Frun%2Fpostgresql/team')).toMatchObject(socket)
  })

  test.each([
    ['no address', 'is not one of PostgreSQL'],
    ['https://db.example.com/team', 'is not one of PostgreSQL'],
    ['postgres:///team', 'names no host'],
    ['postgres://ann@db.example.com', 'names no database'],
    ['postgres://ann@db.example.com/a/b', 'names no database'],
    ['postgres://db.example.com/team', 'names no login'],
    ['postgres://ann@db.example.com/team?options=-c', 'does not know "options"'],
    ['postgres://ann@db.example.com/%ff', 'not encoded as in a URL'],
    ['postgres://ann@db.example.com/team?sslmode=always', 'unknown sslmode "always"'],
    ['postgres://ann@db.example.com/team?sslrootcert=/none.pem', 'cannot be read'],
    ['postgres:///team?host=/run/postgresql&user=ann&sslmode=require', 'needs no TLS'],
  ])('%s is refused with a sentence', (url, sentence) => {
    expect(() => parseAddress(url)).toThrow(sentence)
  })

  test.each(['disable', 'allow', 'prefer', 'no-verify'])('of another machine is refused with sslmode=%s', (mode) => {
    expect(() => remote(`?sslmode=${mode}`)).toThrow('Use sslmode=verify-full')
  })

  test.each(['', '?sslmode=require', '?sslmode=verify-ca', '?sslmode=verify-full', '?sslrootcert=system'])(
    'of another machine means TLS with a checked certificate (%s)',
    (query) => {
      expect(remote(query).ssl).toMatchObject({ rejectUnauthorized: true })
    },
  )

  test.each(['127.0.0.1', '127.1.2.3', 'localhost', '[::1]', '%2Frun%2Fpostgresql'])(
    'of this machine (%s) needs no TLS',
    (host) => {
      expect(parseAddress(`postgres://ann@${host}/team`).ssl).toBe(false)
    },
  )

  test.each([
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '128.0.0.1',
    '10.0.0.1',
  ])('that only looks like this machine (%s) needs TLS', (host) => {
    expect(parseAddress(`postgres://ann@${host}/team`).ssl).not.toBe(false)
  })

  test('of this machine is checked where the person asks for it', () => {
    expect(parseAddress('postgres://ann@localhost/team?sslmode=verify-full').ssl).toMatchObject({
      rejectUnauthorized: true,
    })
  })
})
