// The main thread's side: a thread for one job, gone when it has answered.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { type StartThread, startThread as startOwnThread } from '../link.ts'
import { fromWireError, type StoreFiles } from '../rpc.ts'
import { storeWorkerUrl } from '../worker-url.ts'
import type { Progress } from './context.ts'
import type { MembershipJobs } from './jobs.ts'
import type { JobRequest, JobResponse } from './serve.ts'

export type RunOptions = StoreFiles & {
  readonly workerUrl?: URL | undefined
  readonly startThread?: StartThread | undefined
  readonly onProgress: (progress: Progress) => void
}

type ArgsOf<Name extends keyof MembershipJobs> = Parameters<MembershipJobs[Name]>[1]

/** All but `check` need the desk closed. */
export const runMembershipJob = <Name extends keyof MembershipJobs>(
  { workerUrl = storeWorkerUrl(), startThread = startOwnThread, onProgress, ...files }: RunOptions,
  job: Name,
  args: ArgsOf<Name>,
): ReturnType<MembershipJobs[Name]> =>
  new Promise<unknown>((resolve, reject) => {
    const thread = startThread(workerUrl, { ...files, role: 'membership' })
    const ended = () => reject(new DeskError('storage', 'The work on the team ended unexpectedly. Try again.'))
    thread.on('message', (response: JobResponse) => {
      if ('progress' in response) onProgress(response.progress)
      else if ('value' in response) resolve(response.value)
      else reject(fromWireError(response.error))
    })
    thread.on('error', ended)
    thread.on('exit', ended)
    thread.postMessage({ job, args } satisfies JobRequest)
  }) as ReturnType<MembershipJobs[Name]> // what the job of that name answers
