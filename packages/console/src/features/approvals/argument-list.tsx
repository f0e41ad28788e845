import { countCharacters, renderAnnotations } from '@repertoire/skill-md/text'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { ReadPart } from '../../shared/reading/reading.tsx'

/** A longer value scrolls in a box of its own. */
const maxCharacters = 1500
const maxLines = 16

/** The exact arguments of a call, all of them: nothing in them is markup, and nothing is hidden. */
export function ArgumentList({ given }: { readonly given: unknown }) {
  const entries = entriesOf(given)
  if (entries.length === 0) return <p className="text-xs text-ink-3">It takes no arguments.</p>
  return (
    <dl
      aria-label="Arguments"
      className="flex flex-col gap-2 rounded-lg border border-line bg-inset p-3 text-xs"
    >
      {entries.map(([name, value]) => (
        <Argument key={name} name={name} text={textOf(value)} />
      ))}
    </dl>
  )
}

function Argument({ name, text }: { readonly name: string; readonly text: string }) {
  const lines = text.split('\n').length
  const characters = countCharacters(text)
  const scrolls = characters > maxCharacters || lines > maxLines
  const value = (
    <pre className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
      <MarkedText text={text} />
    </pre>
  )
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
        <MarkedText text={name} />
        {(lines > 1 || scrolls) && (
          <span className="font-sans">
            {' '}
            · text of {plural(lines, 'line')}
            {scrolls && `, ${plural(characters, 'character')}`}
          </span>
        )}
      </dt>
      <dd>
        {scrolls ? (
          <section
            aria-label={`Argument ${renderAnnotations(name)}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the keyboard
            tabIndex={0}
            className="max-h-80 overflow-y-auto rounded border border-line bg-surface px-2 py-1"
          >
            <ReadPart id={`argument ${name}`} label={renderAnnotations(name)} content={text}>
              {value}
            </ReadPart>
          </section>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

function entriesOf(given: unknown): readonly (readonly [string, unknown])[] {
  if (given === null || given === undefined || given === '') return []
  if (typeof given !== 'object' || Array.isArray(given)) return [['input', given]]
  return Object.entries(given)
}

/** A text of several lines is read line by line; another keeps its quotes, so that "5" and 5 differ. */
function textOf(value: unknown): string {
  if (typeof value === 'string' && value.includes('\n')) return value
  return JSON.stringify(value, null, 2) ?? String(value)
}
