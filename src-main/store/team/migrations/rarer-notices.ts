import { endCommit } from './commit-rows.ts'

/** Of the commits of 1.5 s the first one notifies the desks: they look by themselves while it lasts (wakes.ts). */
export const rarerNotices = endCommit('CREATE OR REPLACE', '1500 ms')
