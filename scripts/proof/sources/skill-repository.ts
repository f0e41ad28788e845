import { type GitServer, TestRepository } from '@repertoire/sources/testing'

/** How a proof's repository looks at one time: each folder with its SKILL.md. */
export type Folders = Readonly<Record<string, string>>

const topics = ['invoice', 'report', 'deploy', 'review', 'search', 'backup', 'survey', 'budget']

export function skillText(name: string, body: string, licence?: string): string {
  const head = licence === undefined ? '' : `license: ${licence}\n`
  return `---\nname: ${name}\ndescription: Helps with the ${name.replaceAll('-', ' ')} of a team.\n${head}---\n# ${name}\n\n${body}\n`
}

/** Many different skills. */
export function manySkills(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const name = `${topics[at % topics.length]}-${String(at).padStart(4, '0')}`
      const steps = Array.from(
        { length: 12 },
        (_, step) => `${step + 1}. Look at part ${step} of ${name}.`,
      )
      return [`skills/${name}`, skillText(name, steps.join('\n'), 'MIT')]
    }),
  )
}

/** A repository on the server whose commits are whole sets of folders. */
export function skillRepository(server: GitServer, name: string) {
  const repository = new TestRepository(server, name)
  const url = `${server.url}/${name}.git`
  return {
    url,
    commit: (folders: Folders) =>
      repository.commit(
        Object.fromEntries(
          Object.entries(folders).map(([path, text]) => [`${path}/SKILL.md`, text]),
        ),
      ),
  }
}
