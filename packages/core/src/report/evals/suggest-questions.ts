import { findTriggerTestFile, readTriggerTests, triggerTestLimits } from '@repertoire/skill-md'
import type { SkillId, UserId } from '../../base/ids.ts'
import { isSample } from '../../domain/sample.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'

/** A question that a person can begin with, and the skill that answers it. */
export interface SuggestedQuestion {
  readonly text: string
  readonly skill: Skill
}

export interface SuggestionPorts {
  readonly skills: Pick<SkillStore, 'file'>
  readonly viewer: UserId
  /** The skill that an agent uses for this question; null for none. */
  readonly skillFor: (question: string) => Promise<SkillId | null>
}

/** Characters of a question that reads well on a card. */
const maxLength = 110
/** Skills whose files are read, and messages of one that are tried. */
const maxSkills = 24
const maxTried = 8

/**
 * Questions that find their skill, one a skill: taken from the trigger tests that the skills carry, those of the
 * organisation before the samples and the newest first. A skill without tests is asked what it can do.
 */
export async function suggestQuestions(
  ports: SuggestionPorts,
  offered: readonly Skill[],
  limit: number,
): Promise<readonly SuggestedQuestion[]> {
  const suggested: SuggestedQuestion[] = []
  for (const skill of inOrder(offered).slice(0, maxSkills)) {
    if (suggested.length >= limit) break
    const text = await firstThatFinds(ports, skill)
    if (text !== null) suggested.push({ text, skill })
  }
  return suggested
}

/** One skill without tests stands before the samples, so that what was just brought in is seen. */
function inOrder(offered: readonly Skill[]): readonly Skill[] {
  const newest = [...offered].sort(
    (one, other) => other.updatedAt - one.updatedAt || (one.slug < other.slug ? -1 : 1),
  )
  const own = newest.filter((skill) => !isSample(skill))
  const tested = own.filter((skill) => testFile(skill) !== null)
  const [untested, ...rest] = own.filter((skill) => testFile(skill) === null)
  const samples = offered.filter(isSample)
  return [...tested, ...(untested ? [untested] : []), ...samples, ...rest]
}

async function firstThatFinds(ports: SuggestionPorts, skill: Skill): Promise<string | null> {
  const texts = testFile(skill) === null ? [whatFor(skill)] : await testMessages(ports, skill)
  for (const text of texts.filter(({ length }) => length <= maxLength).slice(0, maxTried)) {
    if ((await ports.skillFor(text)) === skill.id) return text
  }
  return null
}

function testFile({ head }: Skill): string | null {
  return findTriggerTestFile(head.manifest.map(({ path }) => path))
}

async function testMessages({ skills, viewer }: SuggestionPorts, skill: Skill): Promise<string[]> {
  const path = testFile(skill) ?? ''
  const bytes = await skills.file(viewer, skill.id, skill.head.digest, path)
  // A character has at most 4 bytes, so a larger file has no messages anyway.
  if (!bytes || bytes.length > triggerTestLimits.maxFileLength * 4) return []
  const { messages } = readTriggerTests(new TextDecoder().decode(bytes))
  return messages.flatMap(({ mustSurface, text }) => (mustSurface ? [text.trim()] : []))
}

function whatFor({ head }: Skill): string {
  return `What can ${head.name} do for me?`
}
