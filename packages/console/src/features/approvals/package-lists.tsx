import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ReadPart } from '../../shared/reading/reading.tsx'
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
      <p className="text-xs text-ink-3">
        {languages[kind]}, {packages.length === 1 ? '1 package' : `${packages.length} packages`},
        digest <span className="font-mono">{shortDigest(digest)}</span>
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
        tabIndex={0}
        aria-label={`${languages[kind]}, to scroll`}
        className="max-h-48 overflow-y-auto"
      >
        <ReadPart id={`packages ${kind}`} label={`${languages[kind]} packages`} content={digest}>
          <ul aria-label={`${languages[kind]} packages`} className="flex flex-wrap gap-1.5">
            {packages.map((name) => (
              <li
                key={name}
                className="rounded bg-inset px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]"
              >
                <MarkedText text={name} />
              </li>
            ))}
          </ul>
        </ReadPart>
      </section>
    </div>
  ))
}
