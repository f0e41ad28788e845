import { type Sandbox, SandboxRejection } from '@repertoire/sandbox'
import { describe, expect, it } from 'vitest'
import { createLazySandbox, type SandboxSettings } from './lazy-sandbox.ts'

const settings: SandboxSettings = {
  backend: 'auto',
  executorUrl: undefined,
  executorToken: undefined,
  concurrency: undefined,
  timeoutSeconds: 60,
}

function sandboxThat(fails: Error): Sandbox {
  return {
    execute: async () => {
      throw fails
    },
    health: async () => {
      throw fails
    },
    close: async () => undefined,
  }
}

const run = (fails: Error) =>
  createLazySandbox(settings, async () => sandboxThat(fails)).execute({} as never, {})

const lost = Object.assign(new Error('The connection broke.'), { name: 'ExecutionLost' })

describe('the lazy sandbox', () => {
  it.each([
    [new SandboxRejection('sandbox.unavailable', 'Install it.'), 'unavailable', 'Install it.'],
    [new SandboxRejection('sandbox.bad-request', 'Not so.'), 'invalid', 'Not so.'],
    [new SandboxRejection('sandbox.queue-full', 'Later.', 3), 'rate-limited', 'Later.'],
    [lost, 'unavailable', 'may or may not have run'],
  ])('C5: reports what the sandbox reports: %s', async (error, kind, text) => {
    await expect(run(error)).rejects.toMatchObject({
      problem: { kind, message: expect.stringContaining(text) },
    })
  })

  it('C5: passes the retry delay on', async () => {
    const full = new SandboxRejection('sandbox.queue-full', 'Later.', 3)
    const details = { retry_after_seconds: 3 }
    await expect(run(full)).rejects.toMatchObject({ problem: { details } })
  })

  it('opens on first use, once, and again after a failure', async () => {
    let opened = 0
    const link = createLazySandbox(settings, async () => {
      opened += 1
      if (opened === 1) throw new Error('no room')
      return sandboxThat(lost)
    })
    expect(opened).toBe(0)
    await expect(link.health()).rejects.toThrow('no room')
    await expect(link.health()).rejects.toThrow(lost)
    await expect(link.health()).rejects.toThrow(lost)
    expect(opened).toBe(2)
    await link.close()
  })

  it('C5: opens nothing where scripts are off, and says so', async () => {
    const link = createLazySandbox({ ...settings, backend: 'off' })
    expect(await link.runtimes()).toEqual(new Set())
    const problem = { code: 'sandbox.off' }
    await expect(link.execute({} as never, {})).rejects.toMatchObject({ problem })
  })

  it('C5: containers without an image are unavailable; wrong settings are named', async () => {
    const none = createLazySandbox({ ...settings, backend: 'container' })
    expect(await none.health()).toMatchObject({
      available: false,
      reason: expect.stringContaining('SANDBOX_CONTAINER_IMAGE'),
    })
    await none.close()
    const containerEnv = { SANDBOX_CONTAINER_IMAGE: '--privileged' }
    const wrong = createLazySandbox({ ...settings, backend: 'container', containerEnv })
    await expect(wrong.health()).rejects.toMatchObject({
      problem: {
        code: 'sandbox.bad-settings',
        message: expect.stringContaining('SANDBOX_CONTAINER_IMAGE'),
      },
    })
  })
})
