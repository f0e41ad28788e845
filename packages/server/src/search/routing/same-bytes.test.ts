import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../testing/print-catalogue.ts', import.meta.url))

function printed(env: NodeJS.ProcessEnv) {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const }
  const command = ['--conditions=repertoire-source', script]
  return promisify(execFile)(process.execPath, command, options)
}

it('E2: the same message and skills give the same bytes in two processes, whatever their locale and ids', async () => {
  const [one, other] = await Promise.all([
    printed({ LANG: 'C', TZ: 'UTC' }),
    printed({ LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo', SKILLS: 'reversed' }),
  ])
  expect(one.stdout).toContain('[kw:swap]')
  expect(one.stdout.match(/<skill_catalogue>/g)).toHaveLength(4)
  expect(other.stdout).toBe(one.stdout)
}, 120_000)
