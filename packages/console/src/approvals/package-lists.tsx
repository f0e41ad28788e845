import { visibleText } from '../memories/visible-text.ts'
import { shortDigest } from './approval-question.ts'

export interface PackageListFacts {
  readonly kind: 'python' | 'node'
  readonly digest: string
  readonly packages: readonly string[]
}

const languages = { python: 'Python', node: 'Node' } as const

/** All packages of the lists, each language with its count and digest. */
export function PackageLists({ lists }: { readonly lists: readonly PackageListFacts[] }) {
  return lists.map(({ kind, digest, packages }) => (
    <div key={kind} className="flex flex-col gap-1">
      <p className="text-2xs text-ink-3">
        {languages[kind]}, {packages.length === 1 ? '1 package' : `${packages.length} packages`},
        digest <span className="font-mono">{shortDigest(digest)}</span>
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
        tabIndex={0}
        aria-label={`${languages[kind]} packages`}
        className="flex max-h-48 flex-wrap gap-1.5 overflow-y-auto"
      >
        {packages.map((name) => (
          <li
            key={name}
            className="rounded bg-inset px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]"
          >
            {visibleText(name)}
          </li>
        ))}
      </ul>
    </div>
  ))
}
