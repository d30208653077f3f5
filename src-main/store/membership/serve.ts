import type { MessagePort } from 'node:worker_threads'
import { type StoreFiles, toWireError, type WireError } from '../rpc.ts'
import type { StoreTables } from '../tables.ts'
import type { Progress } from './context.ts'
import { type MembershipJobs, membershipJobs } from './jobs.ts'

export type JobRequest = { readonly job: keyof MembershipJobs; readonly args: unknown }
export type JobResponse = { readonly progress: Progress } | { readonly value: unknown } | { readonly error: WireError }

/** Does one job and ends; the thread may serve another store afterwards. */
export const serveMembership = (tables: StoreTables, files: StoreFiles, port: MessagePort): void => {
  const post = (response: JobResponse): void => port.postMessage(response)
  const run = async ({ job, args }: JobRequest): Promise<JobResponse> => {
    try {
      const context = { files, tables, onProgress: (progress: Progress) => post({ progress }) }
      return { value: await membershipJobs[job](context, args as never) } // typed by its name where it is asked
    } catch (error) {
      return { error: toWireError(error, job) }
    }
  }
  port.once('message', (request: JobRequest) => {
    void run(request)
      .then(post)
      .finally(() => port.close())
  })
}
