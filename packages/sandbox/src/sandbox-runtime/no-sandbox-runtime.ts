import { noBubblewrap } from '../bubblewrap/no-bubblewrap.ts'
import { missingTools } from './find-interpreters.ts'

/** Whether this machine lacks what sandbox-runtime is tried with. Its package comes with the others. */
export const noSandboxRuntime =
  process.platform === 'win32' ||
  missingTools(process.platform) !== undefined ||
  (process.platform === 'linux' && noBubblewrap)
