import { tmpdir } from 'node:os'
import { noBubblewrap } from '../bubblewrap/no-bubblewrap.ts'
import { sandboxContract } from '../contract/sandbox.contract.ts'
import { startExecutor } from '../testing/executor-process.ts'
import { openRemoteSandbox } from './remote-sandbox.ts'

const token = 'a-token-of-these-tests'

/** A real executor process over loopback, closed with its sandbox. */
async function open() {
  const env = { SANDBOX_EXECUTOR_TOKEN: token }
  const executor = await startExecutor(
    [...['--concurrency', '2', '--backend', 'bubblewrap', '--layers', tmpdir()]],
    env,
  )
  const sandbox = openRemoteSandbox({ url: executor.url, token })
  return {
    execute: sandbox.execute.bind(sandbox),
    health: sandbox.health.bind(sandbox),
    close: async (graceMs?: number) => {
      await sandbox.close(graceMs)
      executor.process.kill('SIGTERM')
      await executor.ended
    },
  }
}

sandboxContract('a remote executor with bubblewrap', open, {
  skip: noBubblewrap,
  givesNetwork: false,
})
