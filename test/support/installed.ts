// Where the dependencies are older than package-lock.json, a command of package.json installs them: it would take them away
// from under the tests that run beside it.
import { isInstalled } from '../../scripts/lib/project.mjs'

if (!isInstalled()) throw new Error('node_modules is older than package-lock.json: run `npm ci` first.')
