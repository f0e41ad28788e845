import type { Send } from './measure-request.ts'

const batch = 50

/** Imports `skill-0000` and so on, of different lengths, as one would import packages. */
export async function importSkills(send: Send, count: number): Promise<void> {
  for (let at = 0; at < count; at += batch) {
    const length = Math.min(batch, count - at)
    const items = Array.from({ length }, (_, index) => importedSkill(at + index))
    await send('POST', '/imports', { items })
  }
}

function importedSkill(at: number) {
  const name = `skill-${String(at).padStart(4, '0')}`
  const steps = Array.from({ length: (at * 7) % 60 }, (_, step) => `${step + 1}. Look at it.`)
  const text = `---\nname: ${name}\ndescription: Helps with ${name} of a team.\n---\n${steps.join('\n')}\nEnd.\n`
  const content_base64 = Buffer.from(text).toString('base64')
  return { path: name, files: [{ path: 'SKILL.md', content_base64 }] }
}
