import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../contract/run-script.ts'
import { UnavailableSandbox } from '../execution/unavailable-sandbox.ts'
import { openSandbox } from '../open-sandbox.ts'
import { explainFailure, findBubblewrap } from './probe-bubblewrap.ts'

const kernel =
  (settings: Record<string, string>) =>
  (file: string): string | undefined =>
    settings[file.slice('/proc/sys/'.length)]

/** Only root has another user to run scripts as. */
const asRoot =
  process.getuid?.() === 0 && findBubblewrap() !== undefined ? it : (): void => undefined

describe('when bubblewrap does not work', () => {
  it.each([
    [{ 'kernel/unprivileged_userns_clone': '0' }, '', /sysctl kernel\.unprivileged_userns_clone=1/],
    [{ 'user/max_user_namespaces': '0' }, '', /sysctl user\.max_user_namespaces=\d+/],
    [
      { 'kernel/apparmor_restrict_unprivileged_userns': '1' },
      'setting up uid map: Permission denied',
      /AppArmor.*profile/,
    ],
    [{}, "bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /unmask=\/proc/],
    [{}, 'bwrap: No permissions to create new namespace', /seccomp=unconfined/],
    [{}, 'bwrap: something else', /something else/],
  ])('says what to do: %j %s', (settings: Record<string, string>, output, sentence) => {
    expect(explainFailure(output, kernel(settings))).toMatch(sentence)
  })

  it('rejects every execution with that message, and reports it in its health', async () => {
    const sandbox = new UnavailableSandbox('bubblewrap', 'Install bubblewrap.')
    await expect(sandbox.execute()).rejects.toMatchObject({
      code: 'sandbox.unavailable',
      message: 'Install bubblewrap.',
    })
    expect(await sandbox.health()).toMatchObject({
      available: false,
      reason: 'Install bubblewrap.',
    })
    await sandbox.close()
  })

  asRoot('reports it when the user that runs scripts cannot reach its folders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'private-'))
    const sandbox = await openSandbox({ folder })
    expect(await sandbox.health()).toMatchObject({
      available: false,
      reason: expect.stringMatching(/set TMPDIR to a folder that all users can enter/),
    })
    await rm(folder, { recursive: true })
  })

  asRoot('never runs as root', async () => {
    const sandbox = await openSandbox({ account: { uid: 0, gid: 0 } })
    await expect(sandbox.execute(requestOf('shell', 'id'))).rejects.toThrow(/never run as root/)
  })

  it('unisolated needs an explicit setting, and every health answer warns of it', async () => {
    const sandbox = await openSandbox({ unisolated: true })
    for (const health of [await sandbox.health(), await sandbox.health()]) {
      expect(health.backend).toBe('unisolated')
      expect(health.reason).toContain('UNISOLATED')
    }
    await sandbox.close()
  })
})
