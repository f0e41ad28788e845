import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { childEnvironment } from './temporary-server.ts'

const skill = (name: string, keywords: string) =>
  `---\nname: ${name}\ndescription: About ${name}.\nmetadata:\n  repertoire.keywords: "${keywords}"\n---\nBody.\n`

describe('repertoire eval', () => {
  let temp: TempFolder
  const run = (...args: string[]) => runCommand(['eval', ...args], { cwd: temp.folder })

  beforeAll(() => {
    temp = createTempFolder()
    temp.write('lib/swap/SKILL.md', skill('swap', 'swap, exchange'))
    temp.write(
      'lib/swap/evals/triggers.yaml',
      'must_surface: [swap my tokens, bridge it]\nmust_not_surface: [swap seats]\n',
    )
    temp.write('lib/bridge/SKILL.md', skill('bridge', 'bridge'))
    temp.write('none/plain/SKILL.md', skill('plain', 'plain'))
  })
  afterAll(() => temp.remove())

  it('runs a folder’s tests: shares, mistakes with reasons, and confusions', async () => {
    const { code, stdout, stderr } = await run('lib')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^swap +50 % +50 % +3$/m)
    expect(stdout).toMatch(/missed {2}bridge it\n +not in the catalogue \(.*\); first is bridge/)
    expect(stdout).toMatch(/false {3}swap seats\n +line 1 \(kw:swap; search hit 1\); first is swap/)
    expect(stdout).toMatch(/^search only +50 % +50 % +3$/m)
    expect(stdout).toContain('swap → bridge  1')
  }, 120_000)

  it('fails below a minimal share, and says so in JSON', async () => {
    const { code, stdout } = await run('lib', '--min-recall', '0.9', '--json')
    expect(code).toBe(1)
    const [line, ...rest] = stdout.trimEnd().split('\n')
    expect(rest).toEqual([])
    expect(JSON.parse(line ?? '')).toMatchObject({
      ...{ slug: 'swap', recall: 0.5, precision: 0.5, passed: false },
      outcomes: [{ surfaced: true }, { surfaced: false, first: 'bridge' }, { surfaced: true }],
    })
  }, 120_000)

  it('exits with 2 without tests or skills, and with 5 without a server', async () => {
    expect(await run('none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('None of the skills has trigger tests.'),
    })
    expect((await run('nowhere')).code).toBe(2)
    expect((await run('lib', '--min-recall', 'most')).code).toBe(2)
    const server = await run('--server')
    expect([server.code, server.stderr]).toEqual([
      5,
      expect.stringContaining('No server is configured'),
    ])
  })

  it('hides the operator’s database, secrets and models from the temporary server', () => {
    const env = {
      ...{ PATH: '/bin', DATABASE_URL: 'postgres://real', REPERTOIRE_SECRET_KEY: 'real' },
      ...{ OPENAI_API_KEY: 'sk', GLASSNODE_API_KEY: 'g', VOCABULARIES_DIR: '/words' },
      ROUTING_ENV_NAMES: 'GLASSNODE_API_KEY, DATABASE_URL',
    }
    expect(Object.keys(childEnvironment(env)).sort()).toEqual([
      'GLASSNODE_API_KEY',
      'PATH',
      'REPERTOIRE_SAMPLES',
      'ROUTING_ENV_NAMES',
      'VOCABULARIES_DIR',
    ])
  })
})
