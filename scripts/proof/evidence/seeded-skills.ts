import { stepsTaken } from '../portable/conversation.ts'
import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'

/** What becomes of a skill's conversations. `ignored` is offered, and no agent takes it. */
export type SkillEffect = 'liked' | 'disliked' | 'failing' | 'ignored' | 'ordinary'

export interface SeededSkill {
  readonly slug: string
  readonly behaviour: SkillEffect
}

const behaviours: readonly SkillEffect[] = [
  ...Array<SkillEffect>(4).fill('liked'),
  ...Array<SkillEffect>(3).fill('disliked'),
  ...Array<SkillEffect>(2).fill('failing'),
  ...Array<SkillEffect>(3).fill('ignored'),
  ...Array<SkillEffect>(8).fill('ordinary'),
]

/** Words that no message has by chance, so that the router knows which skill is meant. */
const subjects = [
  ...['abalone', 'beryllium', 'chinchilla', 'dulcimer', 'echidna', 'flugelhorn', 'gyrfalcon'],
  ...['hyssop', 'ibex', 'jacaranda', 'kestrel', 'lapwing', 'marimba', 'nasturtium', 'ocelot'],
  ...['pangolin', 'quince', 'rutabaga', 'sousaphone', 'tamarind'],
]

export const seededSkills: readonly SeededSkill[] = behaviours.map((behaviour, at) => ({
  slug: subjects[at] ?? '',
  behaviour,
}))

/** A text beyond the budget of the prompt, which is seen without any conversation. */
export const tooLongSlug = 'tamarind'

export function skillMdOf({ slug }: SeededSkill): string {
  const text = slug === tooLongSlug ? `Weigh the ${slug}. `.repeat(1_500) : `Weigh the ${slug}.`
  return `---\nname: ${slug}\ndescription: How to weigh a ${slug}.\n---\n${text}\n`
}

export const questionAbout = ({ slug }: SeededSkill): string => `How heavy is a ${slug}?`

/** Takes the skill that the question is about, does what its behaviour says, and answers. */
export function answerQuestion(request: ChatRequest): ScriptedAnswer {
  const { messages } = request
  const question = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
  const meant = seededSkills.find(({ slug }) => question.includes(slug))
  const step = stepsTaken(request)
  if (!meant || meant.behaviour === 'ignored') return { text: 'I do not know.' }
  if (step === 0) return { calls: [{ name: 'activate_skills', input: { ids: [meant.slug] } }] }
  if (step === 1 && meant.behaviour === 'failing') {
    return { calls: [{ name: 'read_file', input: { path: 'nowhere.txt' } }] }
  }
  return { text: 'Heavy.' }
}
