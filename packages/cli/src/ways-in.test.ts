import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = join(import.meta.dirname, '../../../docs/reference/commands.md')

/** The operation of the API by which a command brings a skill in; the server's test of its ways in judges it. */
const operations: Readonly<Record<string, string>> = {
  ...{ import: 'importSkills', push: 'importSkills' },
  ...{ 'skills offer': 'suggestSkill', 'integrations setup': 'setUpIntegration' },
  ...{ 'sources add': 'syncSource', 'sources sync': 'syncSource', 'skills add': 'syncSource' },
  ...{ 'sources watch': 'stopIgnoringEntry', 'sources restore': 'restoreSource' },
  ...{ 'lock import': 'importLock', enable: 'updateSkill', 'inbox approve': 'approveRevision' },
  ...{ update: 'decideRevisions' },
  ...{ 'inbox lift': 'overrideVerdict', 'suppressions add': 'suppressFindings' },
}

/** Commands that bring no skill into the library of a server. */
const others = new Set([
  ...['backup', 'copy-to-postgres'],
  ...['start', 'worker', 'login', 'logout', 'whoami', 'status', 'list', 'show', 'disable', 'ask'],
  ...[
    'approve',
    'deny',
    'runs',
    'trace',
    'traces',
    'stats',
    'conflicts',
    'retests',
    'reindex',
    'agents',
    'export',
    'sync-to',
    'outdated',
  ],
  ...['lint', 'check', 'search', 'eval', 'reference', 'integrations list', 'integrations remove'],
  ...['advisories list', 'advisories check', 'advisories set', 'advisories allow'],
  'advisories remove',
  ...['synonyms list', 'synonyms add', 'synonyms remove', 'searches'],
  ...['sources list', 'sources status', 'sources ignore', 'sources remove', 'inbox show'],
  ...[
    'inbox notify',
    'inbox restore',
    'inbox withdraw',
    'suppressions list',
    'suppressions remove',
    'revocations list',
    'revocations add',
    'revocations remove',
  ],
  ...['scanner show', 'scanner set', 'scanner rules', 'lock export', 'inbox list', 'inbox reject'],
  ...['settings show', 'settings set', 'skills list'],
  ...['connectors list', 'connectors add', 'connectors edit', 'connectors test'],
  ...['connectors remove'],
  ...['models list', 'models found', 'models add', 'models test', 'models default'],
  ...['models remove', 'collections list', 'collections promote', 'collections unpin'],
  ...['collections promotions', 'collections set-back'],
  ...['conversations deleted', 'conversations restore'],
  ...['organisations list', 'organisations create'],
  ...['organisations rename', 'organisations export', 'organisations delete'],
  ...['organisations restore', 'triggers list', 'triggers show', 'triggers firings'],
  ...['triggers create', 'triggers edit', 'triggers enable', 'triggers disable'],
  ...['triggers delete', 'triggers rotate', 'triggers run', 'triggers deliver', 'mcp'],
  ...['audit verify', 'audit export', 'doctor', 'init', 'completion', 'sandbox'],
])

/** The names of operations that the server's test knows: those that it judges, and why not the others. */
const judged = readFileSync(
  join(import.meta.dirname, '../../server/src/http/ways-in.test.ts'),
  'utf8',
)

/** Another test keeps the page complete. */
const commands = [
  ...readFileSync(page, 'utf8').matchAll(/^\| `repertoire ([a-z -]+)` \|/gm),
].flatMap(([, name]) => name ?? [])

it('A10: every command that brings a skill in names its operation, and a new command needs an entry', () => {
  const known = new Set([...Object.keys(operations), ...others])
  expect(commands.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !commands.includes(name))).toEqual([])
})

it.each(Object.entries(operations))('A10: %s goes through %s, which is judged', (_, operation) => {
  expect(judged).toMatch(new RegExp(`\\b${operation}: `))
})
