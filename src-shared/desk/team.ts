// A team: desks of one agency that share the tables of core.db through one PostgreSQL. Passwords come in and never go out.
import { z } from 'zod'
import { BRANDS_MAX, BrandIdSchema, BrandIdsSchema, EmptySchema, InstantSchema, NameSchema } from './common.ts'
import { call, event } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'
import { changedFields } from './values/attribution.ts'
import { ROLES, TEAM_CONNECTIONS, TEAM_STEPS } from './values/state-names.ts'

/** Each role may do what the one before may: `writer` queues, `sender` sends and releases, `admin` changes people and rules. */
const RoleSchema = z.enum(ROLES)

/** An account of PostgreSQL. */
const LoginSchema = z
  .string()
  .regex(
    /^[a-z_][a-z0-9_.-]{0,62}$/,
    'begins with a small letter; small letters, digits, _ . and - follow; at most 63 in all',
  )
const PasswordSchema = z.string().min(1).max(1000)
/** Without a password: an address is shown and stored, a password is not. */
const TeamUrlSchema = z
  .string()
  .max(2000)
  .regex(/^postgres(ql)?:\/\//, 'begins with postgres://')

/** `refused`: the database answered that it does not take this desk (a password, a version); it is tried again by hand. */
const TeamConnectionSchema = z.enum(TEAM_CONNECTIONS)

const TeamDeskSchema = z.object({
  no: z.number().int(),
  name: z.string(),
  login: z.string(),
  lastSeenAt: InstantSchema,
  isThis: z.boolean(),
  /** The brands that this desk can send for: it holds their keys. */
  keysOf: z.array(BrandIdSchema),
})

/** A row that somebody wrote past the program, which the desk cannot use. It is read again once it is changed. */
const BadRowSchema = z.object({
  table: z.string(),
  /** JSON: the values of its key. */
  key: z.string(),
  /** Who wrote it; null: it is not known. */
  login: z.string().nullable(),
  why: z.string(),
})

const TeamStatusSchema = z.object({
  teamId: z.string(),
  /** The address without a password. */
  url: z.string(),
  login: z.string(),
  /** Null until the database has said so. */
  role: RoleSchema.nullable(),
  deskNo: z.number().int(),
  deskName: z.string(),
  connection: TeamConnectionSchema,
  /** Since when it is so. */
  since: InstantSchema,
  /** Why it is not connected. */
  error: DeskErrorValueSchema.nullable(),
  serverVersion: z.string().nullable(),
  /** Number of the newest change in this desk's copy of the team's data, and in the database (null: not known). */
  position: z.number().int(),
  head: z.number().int().nullable(),
  /** 0: the copy is as new as the database. */
  behindSeconds: z.number(),
  /** Empty while the desk is not connected. */
  desks: z.array(TeamDeskSchema),
  /** What holds for the whole team (`isSendingHeld`, `profile`), where it was ever set. */
  settings: z.array(z.object({ setting: z.string(), ...changedFields })),
  /** What this desk skips of the team's data, for an admin; empty for others. At most 100. */
  badRows: z.array(BadRowSchema),
})
export type TeamStatus = z.infer<typeof TeamStatusSchema>

/** Rows of this desk that a team would share, by table. */
const OwnRowsSchema = z.object({
  total: z.number().int(),
  tables: z.array(z.object({ table: z.string(), rows: z.number().int() })),
})
export type OwnRows = z.infer<typeof OwnRowsSchema>

const PersonSchema = z.object({
  login: z.string(),
  name: z.string(),
  role: RoleSchema,
  brandIds: BrandIdsSchema.or(z.tuple([])),
  removedAt: InstantSchema.nullable(),
  isMe: z.boolean(),
})
export type Person = z.infer<typeof PersonSchema>

/** `password` left out: that of AGENCY_DESK_TEAM. */
const access = { url: TeamUrlSchema, password: PasswordSchema.optional() }
/** `sessionOnly`: the password is kept in memory, and asked for at the next start. */
const sessionOnly = { sessionOnly: z.boolean().default(false) }
const deskName = { deskName: NameSchema.optional() }
/** Brands a person sees; none is allowed. */
const brandsOfPerson = { brandIds: z.union([z.literal('all'), z.array(BrandIdSchema).max(BRANDS_MAX)]) }

/** Of one key. The database knows no key, so it names none. */
const TeamPauseSchema = z.object({
  no: z.number().int(),
  /** Null: all operations of all keys. */
  operation: z.string().nullable(),
  until: InstantSchema,
  /** Whose desk was asked to wait; null: it is not known any more. */
  login: z.string().nullable(),
})

export const teamCalls = {
  /** Null: this desk works alone. */
  'team.status': call({
    input: EmptySchema,
    output: z.object({ team: TeamStatusSchema.nullable() }),
    reads: ['team', 'people', 'settings'],
  }),
  /** What is at this address, and what keeps this desk from setting up a team there or joining it. Changes nothing. */
  'team.check': call({
    input: z.strictObject(access),
    output: z.object({
      serverVersion: z.string(),
      isEncrypted: z.boolean(),
      login: z.string(),
      /** Null: the database holds no team. */
      team: z.object({ teamId: z.string(), brands: z.number().int(), role: RoleSchema.nullable() }).nullable(),
      /** What has to end first, in sentences. */
      obstacles: z.array(z.string()).readonly(),
      /** Set up, they are copied into the team; joined, they are given up. Those of the demo are in neither. */
      ownRows: OwnRowsSchema,
      demoBrands: z.number().int(),
    }),
    reads: [],
  }),
  /**
   * Sets up a team in an empty database: its tables, this person as admin, and all that this desk shares. Rejects with
   * `conflict` while something waits to be sent or runs. Nothing is changed anywhere where it fails.
   */
  'team.init': call({
    input: z.strictObject({ ...access, ...deskName, ...sessionOnly, name: NameSchema }),
    output: z.object({ teamId: z.string(), copied: OwnRowsSchema }),
    reads: [],
  }),
  /**
   * Joins a team: its data take the place of this desk's own. Rejects with `conflict` where the desk has shared rows of its
   * own, unless `discardRows` is their number. A backup keeps them.
   */
  'team.join': call({
    input: z.strictObject({ ...access, ...deskName, ...sessionOnly, discardRows: z.number().int().min(0).optional() }),
    output: z.object({ teamId: z.string(), discarded: OwnRowsSchema }),
    reads: [],
  }),
  /**
   * Works alone from now on, with a copy of the team's data. What the team has not sent yet is unknown in that copy: the
   * team may send it. `isOffline`: with the copy as it is here, where the database cannot be reached.
   */
  'team.leave': call({
    input: z.strictObject({ isOffline: z.boolean().default(false) }),
    output: z.object({ kept: OwnRowsSchema }),
    reads: [],
  }),
  /** Another password of the same login: it was changed, or the keychain does not hold it. */
  'team.signIn': call({
    input: z.strictObject({ password: PasswordSchema, ...sessionOnly }),
    output: EmptySchema,
    reads: [],
  }),
  'team.people': call({
    input: EmptySchema,
    output: z.object({
      people: z.array(PersonSchema),
      /** Brands whose intents a sender has to release. */
      needsApproval: z.array(BrandIdSchema),
    }),
    /** `isMe` is known once the database has said who this is. */
    reads: ['people', 'team'],
  }),
  'team.addPerson': call({
    input: z.strictObject({
      login: LoginSchema,
      name: NameSchema,
      role: RoleSchema,
      ...brandsOfPerson,
      /** Left out: the server has this login already. */
      password: PasswordSchema.optional(),
    }),
    output: EmptySchema,
    reads: [],
  }),
  /**
   * They get nothing from their next statement on, and their sessions end. `leftToDo`: statements for the server's
   * administrator, where the server does not let an admin of the team lock the login.
   */
  'team.removePerson': call({
    input: z.strictObject({ login: LoginSchema }),
    output: z.object({ leftToDo: z.array(z.string()) }),
    reads: [],
  }),
  'team.setRole': call({
    input: z.strictObject({ login: LoginSchema, role: RoleSchema }),
    output: EmptySchema,
    reads: [],
  }),
  'team.setBrands': call({
    input: z.strictObject({ login: LoginSchema, ...brandsOfPerson }),
    output: EmptySchema,
    reads: [],
  }),
  'team.setApproval': call({
    input: z.strictObject({ brandIds: BrandIdsSchema, needsApproval: z.boolean() }),
    output: EmptySchema,
    reads: [],
  }),
  /** What no desk of the team asks the service for now, because the service asked one of them to wait. For an admin. */
  'team.pauses': call({
    input: EmptySchema,
    output: z.object({ pauses: z.array(TeamPauseSchema) }),
    reads: ['team'],
  }),
  'team.liftPause': call({
    input: z.strictObject({ no: z.number().int() }),
    output: EmptySchema,
    reads: [],
  }),
  /** Compares this desk's copy of the team's data with the database, row by row. */
  'team.checkMirror': call({
    input: EmptySchema,
    output: z.object({
      isSame: z.boolean(),
      /** `skipped`: rows of the database that this desk cannot use; they are not compared. */
      tables: z.array(
        z.object({ table: z.string(), rows: z.number().int(), skipped: z.number().int(), isSame: z.boolean() }),
      ),
    }),
    reads: [],
  }),
  /** Deletes what only desks that were away for longer need: the numbers of old changes. Such a desk copies all data again. */
  'team.gc': call({
    input: z.strictObject({ olderThanDays: z.number().int().min(1).max(3650).default(30) }),
    output: z.object({ deleted: z.record(z.string(), z.number().int()) }),
    reads: [],
  }),
}

export const teamEvents = {
  'team.changed': event(
    z.object({ connection: TeamConnectionSchema, since: InstantSchema, error: DeskErrorValueSchema.nullable() }),
  ),
  /** Of setting up, joining or leaving; `total` is 0 where it is not known. */
  'team.progress': event(z.object({ step: z.enum(TEAM_STEPS), done: z.number().int(), total: z.number().int() })),
}
