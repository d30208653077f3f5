// A child process that opens a store and prints the result as JSON: for folders that its account may not write.

import { openStore } from '../../src-main/store/open.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'

const [, , coreFile = '', cacheFile = '', backupsFolder = ''] = process.argv
const outcome = await openStore({ coreFile, cacheFile, backupsFolder, onNotice: () => undefined }).then(
  async (store) => {
    await store.close()
    return { opened: true }
  },
  (error: unknown) => (error instanceof DeskError ? error.toValue() : { unexpected: String(error) }),
)
process.stdout.write(JSON.stringify(outcome))
