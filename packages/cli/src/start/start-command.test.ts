import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createTempFolder,
  runCommand,
  startCommand,
  type TempFolder,
} from '../testing/run-command.ts'

let folder: TempFolder
beforeEach(() => {
  folder = createTempFolder()
})
afterEach(() => folder.remove())

it('kill -9 of repertoire start ends the server that it started, in order', async () => {
  const args = ['start', '--port', '0', '--data', folder.folder, '--no-samples']
  const running = startCommand(args, { env: { SANDBOX_BACKEND: 'off' } })
  await running.printed('Stop:')
  running.process.kill('SIGKILL')
  // Both share the output, so it closes when the server has ended, too.
  const { signal, stderr } = await running.ended
  expect(signal).toBe('SIGKILL')
  expect(stderr).toContain('The command that started this is gone: stopping')
})

it.each(['start', 'worker'])(
  '%s --help says where every other setting is documented, and how to check them',
  async (command) => {
    const { stdout } = await runCommand([command, '--help'])
    expect(stdout).toContain('docs/reference/settings.md')
    expect(stdout).toContain('repertoire doctor')
  },
)
