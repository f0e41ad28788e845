import assert from 'node:assert/strict'
import { connect } from '../api.ts'
import { createRandom } from '../fuzz/random.ts'
import { connectMcp, type McpClient } from './mcp-client.ts'

interface SeparationOptions {
  readonly url: string
  readonly key: string
  readonly operatorKey: string
  readonly calls: number
}

interface Side {
  readonly word: string
  readonly clients: readonly McpClient[]
}

/** More than one call is made in each, and no log grows long. */
const sessions = Array.from({ length: 20 }, (_, at) => `session ${at}`)
const atOnce = 8

/** Generated calls of two organisations with the same names for everything: no answer has a word of the other. */
export async function proveSeparation(options: SeparationOptions): Promise<void> {
  const { url, key, operatorKey, calls } = options
  const operator = connect(url, operatorKey)
  const other = await operator.send<{ key: string }>('POST', '/operator/organisations', {
    name: 'Other',
  })
  const sides = await Promise.all([
    openSide(url, { key, word: 'canary-of-the-first' }),
    openSide(url, { key: other.key, word: 'canary-of-the-second' }),
  ])
  const random = createRandom(7, 0)
  const pick: Pick = (of) => random.pick(of)
  let made = 0
  let refused = 0
  const worker = async () => {
    while (made < calls) {
      made += 1
      const at = pick([0, 1])
      const [side, foreign] = [sides[at], sides[1 - at]] as [Side, Side]
      const [name, input] = pick(plans)(pick)
      const { texts, isError } = await pick(side.clients).call(name, input)
      refused += isError ? 1 : 0
      const answer = texts.join('\n')
      assert.ok(!answer.includes(foreign.word), `${name} ${JSON.stringify(input)}: ${answer}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await Promise.all(sides.flatMap(({ clients }) => clients.map((client) => client.close())))
  assert.ok(refused < made, 'some calls have to succeed')
  process.stdout.write(
    `${made} calls of two organisations over one endpoint (${refused} refused): no word of the other in any answer\n`,
  )
}

async function openSide(
  url: string,
  { key, word }: { readonly key: string; readonly word: string },
): Promise<Side> {
  const api = connect(url, key)
  await api.send('PUT', '/settings', { skill_enablement_policy: 'auto' })
  for (const slug of slugs)
    await api.send('POST', '/skills', {
      content: `---\nname: ${slug}\ndescription: About ${slug}, ${word}.\n---\nText of ${word}.\n`,
    })
  const clients = await Promise.all(sessions.map((session) => connectMcp({ url, key, session })))
  return { word, clients }
}

type Pick = <T>(of: readonly T[]) => T

const slugs = ['alpha', 'beta', 'gamma']
const paths = ['SKILL.md', '../SKILL.md', 'references/a.md', '/etc/passwd']

/** Generators of one call each. */
const plans: readonly ((pick: Pick) => readonly [string, object])[] = [
  (pick) => ['search_skills', { query: pick([...slugs, 'canary', '']) }],
  (pick) => ['use_skill', { name: pick(slugs) }],
  (pick) => ['enable_skill', { skill_slug: pick(slugs) }],
  (pick) => ['disable_skill', { skill_slug: pick(slugs) }],
  () => ['list_enabled_skills', {}],
  (pick) => ['read_skill_file', { name: pick(slugs), path: pick(paths) }],
]
