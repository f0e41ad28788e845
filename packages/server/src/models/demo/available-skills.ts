import { keywordsOf } from './question.ts'

interface ListedSkill {
  readonly slug: string
  /** Its whole line of the list. */
  readonly line: string
}

/** The skill whose line shares most words with the question. Null when none shares any. */
export function bestSkill(
  system: readonly string[],
  keywords: readonly string[],
): { readonly slug: string } | null {
  let best: { slug: string; score: number } | null = null
  for (const { slug, line } of listedSkills(system)) {
    const words = keywordsOf(line)
    const score = keywords.filter((word) => words.includes(word)).length
    if (score > (best?.score ?? 0)) best = { slug, score }
  }
  return best
}

/** The skills that a system prompt lists by name (B2, C1, D4, E2). */
function listedSkills(system: readonly string[]): readonly ListedSkill[] {
  const prompt = system.join('\n')
  const block = /<(available_skills|attached_skills|skill_catalogue)>\n([\s\S]*?)\n<\/\1>/.exec(
    prompt,
  )?.[2]
  const summary = /^## Available Skills\n((?:- .*\n?)*)/m.exec(prompt)?.[1]
  return (block ?? summary ?? '').split('\n').flatMap((line): ListedSkill[] => {
    const slug = /^- ([a-z0-9._-]+)/.exec(line)?.[1]
    return slug === undefined ? [] : [{ slug, line }]
  })
}
