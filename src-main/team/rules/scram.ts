// A password as PostgreSQL stores it (RFC 5803). The desk makes it, so the password itself is in no statement, and so in no
// log of the server.
import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { DeskError } from '../../../src-shared/desk/errors.ts'

/** PostgreSQL's own default. */
const ITERATIONS = 4096
const SALT_BYTES = 16

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Other characters would have to be prepared by rules that not every client follows: the same password might not log in. */
const assertPlain = (password: string): void => {
  if (/^[\x20-\x7e]{8,}$/.test(password)) return
  throw new DeskError(
    'invalid',
    'This password cannot be used: it needs 8 or more letters, digits and signs of ASCII.',
    {
      issues: [{ path: 'password', message: 'needs 8 or more letters, digits and signs of ASCII' }],
    },
  )
}

export const scramVerifier = async (password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> => {
  assertPlain(password)
  const salted = await promisify(pbkdf2)(password, salt, ITERATIONS, 32, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
