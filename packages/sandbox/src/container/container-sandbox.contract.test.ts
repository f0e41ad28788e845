import { describe, expect, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { sandboxContract } from '../contract/sandbox.contract.ts'
import { testImage } from '../testing/container-image.ts'
import { openContainerSandbox } from './open-container-sandbox.ts'

/** Containers take a minute and more: they are tried where somebody asks for it by naming the engine. */
const command = process.env.TEST_CONTAINER_COMMAND
const account = { uid: 59_917, gid: 59_917 }
const sizes = { concurrency: 2, queueLimit: 100, account }

if (command !== undefined)
  sandboxContract(`containers of ${command}`, async () => {
    return openContainerSandbox({ command, image: await testImage(command), ...sizes })
  })

describe('containers, where there are none', () => {
  it('are refused with what to install', async () => {
    const sandbox = await openContainerSandbox({ command: 'no-such-engine', image: 'x', ...sizes })
    expect(await sandbox.health()).toMatchObject({
      available: false,
      reason: expect.stringContaining('There is no no-such-engine here; install it'),
    })
    await expect(runScript(sandbox, 'shell', 'true')).rejects.toMatchObject({
      code: 'sandbox.unavailable',
    })
  })
})
