import { createHash } from 'node:crypto'
import {
  createInProcessSegmentBuilder,
  createSkillSearch,
  createVocabularyRegistry,
} from '@repertoire/core/choose'
import type { CheckedContent } from '@repertoire/core/domain'
import { createAgentHarness, createCallingModel } from '@repertoire/core/testing'
import { portable } from '@repertoire/core/use'
import { wordVectors } from '@repertoire/word-vectors'
import { authorTestMessages, testedSkills } from './corpus.ts'
import { ingestedContent } from './routing-services.ts'
import { printTable, type Table } from './table.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const rooms = [6_000, 12_000, 24_000]

/** Whether the list of a prompt says what the right skill is for, in a new conversation at its first message. */
export async function benchSkillList(): Promise<readonly Table[]> {
  const columns = ['room (characters)', 'messages', 'skills described', 'right one described (%)']
  const messages = authorTestMessages()
  const skills = testedSkills({ withTrigger: true }).flatMap(
    ({ skill }) => ingestedContent(skill) ?? [],
  )
  const rows: (string | number)[][] = []
  for (const room of rooms) {
    const seen = []
    for (const { slug, message } of messages) {
      const described = await describedSkills(skills, room, message)
      seen.push({ count: described.size, isRight: described.has(slug) })
    }
    if (seen.length === 0) continue
    const mean = seen.reduce((sum, { count }) => sum + count, 0) / seen.length
    const right = seen.filter(({ isRight }) => isRight).length
    rows.push([room, seen.length, Math.round(mean), ((100 * right) / seen.length).toFixed(1)])
  }
  return [
    {
      title: 'List of skills: does it say what the right skill is for?',
      note: `${skills.length} public skills, none used before. Messages are the prompts of evals/evals.json. The default room is 12,000 characters.`,
      columns,
      rows: rows.length > 0 ? rows : [['skipped: no ../shared/data/skills']],
    },
  ]
}

async function describedSkills(
  skills: readonly CheckedContent[],
  skillListMaxChars: number,
  message: string,
): Promise<ReadonlySet<string>> {
  const model = createCallingModel()
  const harness = await createAgentHarness({
    ...{ model, sha256, skills, toolsets: [portable] },
    settings: { skillListMaxChars },
    routing: (store) => {
      const vectors = wordVectors
      const segments = createInProcessSegmentBuilder(vectors)
      const search = createSkillSearch({ store, segments, vectors })
      return {
        search,
        router: search,
        vocabularies: createVocabularyRegistry([]),
        env: new Set(),
        platform: 'linux',
      }
    },
  })
  await harness.work(await harness.say(message), { fresh: true })
  const system = model.requests.at(-1)?.system.join('\n\n') ?? ''
  const described = system.split('\n').flatMap((line) => /^- ([^:\s]+): ./.exec(line)?.[1] ?? [])
  return new Set(described)
}

if (import.meta.main) for (const one of await benchSkillList()) printTable(one)
