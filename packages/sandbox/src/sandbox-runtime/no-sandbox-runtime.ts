import { noBubblewrap } from '../bubblewrap/no-bubblewrap.ts'
import { missingTools } from './find-interpreters.ts'

/** Whether this machine cannot run the sandbox-runtime tests. Its npm package is always installed. */
export const noSandboxRuntime =
  process.platform === 'win32' ||
  missingTools(process.platform) !== undefined ||
  (process.platform === 'linux' && noBubblewrap)
