import { maxSourceCommits, type SourceCommit } from '@repertoire/core/domain'
import { truncate } from '@repertoire/skill-md'

/** A commit with the files that it changed, from the root of the repository. */
export interface LoggedCommit extends SourceCommit {
  readonly paths: readonly string[]
}

/** NUL is in no message and no path, and a line break in no subject and no name. */
export const logFormat = '--format=%x00%H%n%at%n%an%n%s'

const maxSubject = 200
const maxAuthor = 100

/** Reads the output of `git log --name-only` in {@link logFormat}. Pure. */
export function parseLog(output: string): readonly LoggedCommit[] {
  return output.split('\0').flatMap((block) => {
    const [id = '', seconds, author = '', subject = '', ...paths] = block.split('\n')
    if (!/^[0-9a-f]{40}$/.test(id)) return []
    return {
      ...{ id, at: Number(seconds) * 1000 || 0 },
      ...{ subject: plainText(subject, maxSubject), author: plainText(author, maxAuthor) },
      paths: paths.filter((path) => path !== ''),
    }
  })
}

/** Those that changed a file of a folder, or the file itself; the newest first. `.` is the root. Pure. */
export function commitsOf(commits: readonly LoggedCommit[], id: string): readonly SourceCommit[] {
  const isOf = (path: string) => id === '.' || path === id || path.startsWith(`${id}/`)
  return commits
    .filter(({ paths }) => paths.some(isOf))
    .slice(0, maxSourceCommits)
    .map(({ paths: _, ...commit }) => commit)
}

/** Without control and invisible characters: a commit's words must not pass for the page's. */
function plainText(text: string, max: number): string {
  const visible = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return truncate(visible.replace(/ {2,}/g, ' ').trim(), max)
}
