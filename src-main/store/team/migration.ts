/** One step; its position in the list is its number. Never edited once landed. */
export type TeamMigration = {
  readonly name: string
  /** The hash of its SQL (test/main/store/team/migrations.test.ts prints it). */
  readonly landed: string
  readonly sql: string
}
