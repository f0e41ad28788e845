import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isForPrograms } from '../connection/command-hints.ts'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const page = join(import.meta.dirname, '../../../../docs/reference/commands.md')

/** Another test keeps the page complete. */
const commands = [
  ...readFileSync(page, 'utf8').matchAll(/^\| `repertoire ([a-z -]+)` \|/gm),
].flatMap(([, name]) => name ?? [])

const digest = `sha256:${'0'.repeat(64)}`

/** What each command is given that takes the name or the id of something of a server. */
const asked: Readonly<Record<string, string>> = {
  ...{
    show: 'nope',
    enable: 'nope',
    disable: 'nope',
    update: 'nope',
    export: 'nope',
    trace: 'nope',
  },
  ...{ approve: 'nope', deny: 'nope', 'conversations restore': 'nope' },
  ...{ 'sources status': 'nope', 'sources sync': 'nope', 'sources remove': 'nope' },
  ...{ 'sources restore': 'nope', 'sources ignore': 'nope', 'sources watch': 'nope x' },
  ...{ 'skills offer': 'nope', 'inbox show': 'nope', 'inbox reject': 'nope' },
  ...{ 'inbox approve': `nope --digest ${digest}`, 'inbox withdraw': 'nope' },
  ...{ 'inbox restore': 'nope', 'inbox lift': `nope --digest ${digest} --reason x` },
  ...{ 'suppressions remove': 'nope', 'suppressions add': 'nope --rule run.x --reason x' },
  ...{ 'revocations remove': digest, 'revocations add': 'nope --reason x' },
  ...{ 'connectors edit': 'nope', 'connectors test': 'nope', 'connectors remove': 'nope' },
  ...{ 'models test': 'nope', 'models default': 'nope', 'models remove': 'nope' },
  ...{ 'collections promote': 'nope', 'collections unpin': 'nope', eval: '--server nope' },
  ...{ 'collections promotions': 'nope', 'collections set-back': 'nope 1' },
  ...{ 'organisations rename': 'nope x', 'organisations export': 'nope x.zip' },
  ...{ 'organisations delete': 'nope x.zip', 'organisations restore': 'nope' },
  ...{ 'triggers show': 'nope', 'triggers firings': 'nope', 'triggers edit': 'nope --name x' },
  ...{ 'triggers enable': 'nope', 'triggers disable': 'nope', 'triggers delete': 'nope' },
  ...{ 'triggers rotate': 'nope', 'triggers run': 'nope', 'triggers deliver': 'nope --body {}' },
}

/** Commands whose arguments are words, files, addresses, or the name of something new. */
const others = new Set([
  ...['backup', 'ask', 'import', 'push', 'sync-to', 'lint', 'check', 'search', 'reference', 'init'],
  ...['completion', 'synonyms add', 'synonyms remove', 'integrations setup', 'settings show'],
  ...['settings set', 'integrations remove', 'sources add', 'skills add', 'connectors add'],
  ...['models add', 'organisations create', 'triggers create', 'lock export', 'lock import'],
  ...['advisories set', 'advisories allow'],
])

/** And a hint. */
const sentence = /^[A-Z][^\n]* (no|not) [^\n]*\n([^\n]+\n)?$/

describe('an id that nothing has', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  let env: Record<string, string>
  beforeAll(async () => {
    temp = createTempFolder()
    const REPERTOIRE_OPERATOR_KEY = 'operator-key-of-this-test-000000000000'
    server = await startServer(temp, 'data', { REPERTOIRE_OPERATOR_KEY })
    env = { ...server.env, REPERTOIRE_OPERATOR_KEY, REPERTOIRE_TRIGGER_SECRET: 'whsec_AAAA' }
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it.each(Object.entries(asked))('%s %s: exit code 1, and a sentence', async (command, args) => {
    const given = [...command.split(' '), ...args.split(' ')]
    const { code, stdout, stderr } = await runCommand(given, { env, cwd: temp.folder })
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)])
    expect(isForPrograms(stderr)).toBe(false)
  })

  it('a malformed one is one that nothing has', async () => {
    for (const id of ['a b', '../me', '%']) {
      const { code } = await runCommand(['inbox', 'show', id], { env })
      expect(code).toBe(1)
    }
  })
})

it('every command with an argument is tried, or takes no id', async () => {
  const missing: string[] = []
  for (const name of commands) {
    const { stdout } = await runCommand([...name.split(' '), '--help'])
    const takesOne = /^Usage: [^\n]*\] [<[](?!command)[a-z]/m.test(stdout)
    if (takesOne && !Object.hasOwn(asked, name) && !others.has(name)) missing.push(name)
  }
  expect(missing).toEqual([])
  const named = [...Object.keys(asked), ...others]
  expect(named.filter((name) => !commands.includes(name))).toEqual([])
}, 120_000)
