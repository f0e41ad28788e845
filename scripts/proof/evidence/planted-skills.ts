import { stepsTaken } from '../portable/conversation.ts'
import type { ChatRequest, ScriptedAnswer } from '../portable/scripted-provider.ts'

/** What becomes of a skill's conversations. `dead` is offered, and no agent takes it. */
export type Fate = 'liked' | 'disliked' | 'failing' | 'dead' | 'ordinary'

export interface PlantedSkill {
  readonly slug: string
  readonly fate: Fate
}

const fates: readonly Fate[] = [
  ...Array<Fate>(4).fill('liked'),
  ...Array<Fate>(3).fill('disliked'),
  ...Array<Fate>(2).fill('failing'),
  ...Array<Fate>(3).fill('dead'),
  ...Array<Fate>(8).fill('ordinary'),
]

/** Words that no message has by chance, so that the router knows which skill is meant. */
const subjects = [
  ...['abalone', 'beryllium', 'chinchilla', 'dulcimer', 'echidna', 'flugelhorn', 'gyrfalcon'],
  ...['hyssop', 'ibex', 'jacaranda', 'kestrel', 'lapwing', 'marimba', 'nasturtium', 'ocelot'],
  ...['pangolin', 'quince', 'rutabaga', 'sousaphone', 'tamarind'],
]

export const plantedSkills: readonly PlantedSkill[] = fates.map((fate, at) => ({
  slug: subjects[at] ?? '',
  fate,
}))

/** A text beyond the budget of the prompt, which is seen without any conversation. */
export const tooLongSlug = 'tamarind'

export function skillMdOf({ slug }: PlantedSkill): string {
  const text = slug === tooLongSlug ? `Weigh the ${slug}. `.repeat(1_500) : `Weigh the ${slug}.`
  return `---\nname: ${slug}\ndescription: How to weigh a ${slug}.\n---\n${text}\n`
}

export const questionAbout = ({ slug }: PlantedSkill): string => `How heavy is a ${slug}?`

/** Takes the skill that the question is about, does what its fate says, and answers. */
export function answerQuestion(request: ChatRequest): ScriptedAnswer {
  const { messages } = request
  const question = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
  const meant = plantedSkills.find(({ slug }) => question.includes(slug))
  const step = stepsTaken(request)
  if (!meant || meant.fate === 'dead') return { text: 'I do not know.' }
  if (step === 0) return { calls: [{ name: 'activate_skills', input: { ids: [meant.slug] } }] }
  if (step === 1 && meant.fate === 'failing') {
    return { calls: [{ name: 'read_file', input: { path: 'nowhere.txt' } }] }
  }
  return { text: 'Heavy.' }
}
