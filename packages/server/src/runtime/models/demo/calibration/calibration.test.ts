import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { UserId } from '@repertoire/core/base'
import type { CheckedContent, ConversationEvent } from '@repertoire/core/domain'
import { ingestPackage } from '@repertoire/core/ingest'
import { assessedImport } from '@repertoire/core/testing'
import { readTriggerTests } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../platform/system/system-ports.ts'
import { startDemoConversation } from '../../../../testing/demo-conversation.ts'
import { realSkills, skillFolders } from '../../../../testing/real-skills.ts'
import { testQuestions } from './test-questions.ts'
import { type ExpectedQuestion, tuningQuestions } from './tuning-questions.ts'

const shippedFolder = join(import.meta.dirname, '../../../../../../../skills')

/** A question, the skills that are right for it, and whether any other one would be wrong. */
interface Case {
  readonly question: string
  readonly right: readonly string[]
  readonly wrong: readonly string[] | 'any other'
}

const cases = {
  tuning: [...tuningQuestions.map(labelled), ...triggerCases(0)],
  heldOut: [...testQuestions.map(labelled), ...triggerCases(1)],
}

/** The least share of the answerable questions for which the right skill is used. */
const minCoverage = 0.6

describe.skipIf(!existsSync(realSkills))(
  'the demo model among the shipped skills and those of shared/data',
  () => {
    it.each(['discovery', 'routed'])(
      'is right nine times in ten when it uses a skill, also on questions nothing was tuned on: %s',
      { timeout: 120_000 },
      async (toolset) => {
        const ask = await asking(toolset)
        const rates = {
          tuning: await rate(cases.tuning, ask),
          heldOut: await rate(cases.heldOut, ask),
        }
        console.info(
          toolset,
          JSON.stringify(rates, ['tuning', 'heldOut', 'used', 'precision', 'coverage']),
        )
        const mistakes = [...rates.tuning.mistakes, ...rates.heldOut.mistakes].join('\n')
        expect(rates.tuning.precision, mistakes).toBeGreaterThanOrEqual(0.9)
        expect(rates.heldOut.precision, mistakes).toBeGreaterThanOrEqual(0.9)
        expect(rates.heldOut.coverage, mistakes).toBeGreaterThanOrEqual(minCoverage)
      },
    )
  },
)

it('the halves share no question', () => {
  const tuning = new Set(cases.tuning.map(({ question }) => question))
  expect(testQuestions.filter(([question]) => tuning.has(question))).toEqual([])
})

async function rate(all: readonly Case[], ask: (question: string) => Promise<string | null>) {
  const counts = { used: 0, right: 0, mistakes: [] as string[] }
  for (const { question, right, wrong } of all) {
    const used = await ask(question)
    if (used === null) continue
    const isRight = right.includes(used)
    if (!isRight && wrong !== 'any other' && !wrong.includes(used)) continue
    counts.used += 1
    if (isRight) counts.right += 1
    else counts.mistakes.push(`${question} => ${used}`)
  }
  const answerable = all.filter(({ right }) => right.length > 0).length
  const { used, right, mistakes } = counts
  return { used, precision: right / used, coverage: right / answerable, mistakes }
}

/** Asks each question in a new conversation; returns the skill that the model wants to use. */
async function asking(toolset: string) {
  const { say, startOver } = await startDemoConversation({
    skills: [...skillFolders(shippedFolder), ...skillFolders(realSkills)].flatMap(ingestedContent),
    settings: { toolsets: [toolset] },
  })
  return async (question: string) => {
    await startOver()
    const { events } = await say(question)
    return events.map(usedIn).find((slug) => slug !== null) ?? null
  }
}

function usedIn(event: ConversationEvent): string | null {
  if (event.type !== 'step-completed') return null
  const { enable_skill, activate_skills, use_skill, read_skill } = Object.fromEntries(
    event.toolCalls.map(({ name, input }) => [name, input as Record<string, unknown>]),
  )
  const [first] = Array.isArray(activate_skills?.ids) ? activate_skills.ids : []
  const used = enable_skill?.skill_slug ?? first ?? use_skill?.name ?? read_skill?.name
  return typeof used === 'string' ? used : null
}

function labelled([question, ...right]: ExpectedQuestion): Case {
  return { question, right, wrong: 'any other' }
}

/** Every second trigger message of the shipped skills: those that are not for one may be for another. */
function triggerCases(offset: number): readonly Case[] {
  return skillFolders(shippedFolder).flatMap((folder) => {
    const slug = basename(folder)
    const { messages } = readTriggerTests(readFileSync(join(folder, 'evals/triggers.yaml'), 'utf8'))
    return messages
      .filter((_, index) => index % 2 === offset)
      .map(({ text, mustSurface }): Case => {
        return mustSurface
          ? { question: text, right: [slug], wrong: 'any other' }
          : { question: text, right: [], wrong: [slug] }
      })
  })
}

function ingestedContent(folder: string): readonly CheckedContent[] {
  const file = readdirSync(folder).find((name) => name.toLowerCase() === 'skill.md') ?? 'SKILL.md'
  const outcome = ingestPackage(
    {
      files: [{ path: 'SKILL.md', bytes: readFileSync(join(folder, file)), executable: false }],
      folderName: basename(folder),
      scope: { kind: 'org' },
      origin: {
        ...{ sourceType: 'manual', provenance: 'imported' },
        ...{ sourceUrl: null, sourceRef: null, sourceId: null },
      },
      author: 'usr_2' as UserId,
    },
    sha256,
  )
  return outcome.ok ? [assessedImport(outcome.arrival)] : []
}
