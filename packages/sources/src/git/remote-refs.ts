export interface FoundRef {
  readonly commit: string
  /** The full name; null where a commit was named itself. */
  readonly name: string | null
}

const commitId = /^[0-9a-f]{40}$/
const namesCommit = /^[0-9a-f]{40}$/i

/** Patterns for `ls-remote` that find a ref of any kind. */
export function refPatterns(ref: string | null): readonly string[] {
  if (ref === null) return ['HEAD']
  return [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`]
}

/**
 * The commit that a ref names, from the output of `ls-remote`: a branch before a tag; null when there is none. The id of a
 * commit is that commit, whatever branches there are: otherwise a branch of that name would move what is pinned.
 */
export function findRef(output: string, ref: string | null): FoundRef | null {
  if (ref !== null && namesCommit.test(ref)) return { commit: ref.toLowerCase(), name: null }
  const refs = new Map(
    output.split('\n').flatMap((line) => {
      const [commit, name] = line.split('\t')
      return commit && name && commitId.test(commit) ? [[name, commit] as const] : []
    }),
  )
  if (ref === null) return found(refs.get('HEAD'), 'HEAD')
  return (
    found(refs.get(`refs/heads/${ref}`), `refs/heads/${ref}`) ??
    found(refs.get(`refs/tags/${ref}^{}`) ?? refs.get(`refs/tags/${ref}`), `refs/tags/${ref}`)
  )
}

function found(commit: string | undefined, name: string): FoundRef | null {
  return commit === undefined ? null : { commit, name }
}
