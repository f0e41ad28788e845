import { plural } from '../design/numbers.ts'
import { visibleText } from '../memories/visible-text.ts'

/** Characters of a value that are shown before it is folded. */
const foldedFrom = 400

/** The exact arguments of a call: nothing in them is markup, and nothing is hidden. */
export function ArgumentList({ given }: { readonly given: unknown }) {
  const entries = entriesOf(given)
  if (entries.length === 0) return <p className="text-xs text-ink-3">It takes no arguments.</p>
  return (
    <dl
      aria-label="Arguments"
      className="flex flex-col gap-2 rounded-lg border border-line bg-inset p-3 text-xs"
    >
      {entries.map(([name, value]) => (
        <div key={name} className="flex flex-col gap-0.5">
          <dt className="font-mono text-2xs text-ink-3 [overflow-wrap:anywhere]">
            {visibleText(name)}
            {isLong(value) && (
              <span className="font-sans">
                {' '}
                · text of {plural(value.split('\n').length, 'line')}
              </span>
            )}
          </dt>
          <dd>
            <Value text={visibleText(textOf(value))} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ text }: { readonly text: string }) {
  const style = 'whitespace-pre-wrap font-mono [overflow-wrap:anywhere]'
  if (text.length <= foldedFrom) return <pre className={style}>{text}</pre>
  return (
    <details>
      <summary className={`cursor-pointer ${style}`}>
        {text.slice(0, foldedFrom)}… ({text.length.toLocaleString('en')} characters, show all)
      </summary>
      <pre
        className={`mt-2 max-h-80 overflow-y-auto ${style}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the keyboard
        tabIndex={0}
      >
        {text}
      </pre>
    </details>
  )
}

function entriesOf(given: unknown): readonly (readonly [string, unknown])[] {
  if (given === null || given === undefined || given === '') return []
  if (typeof given !== 'object' || Array.isArray(given)) return [['input', given]]
  return Object.entries(given)
}

/** A text of several lines is read line by line; its heading says that it is a text. */
function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n')
}

/** A text keeps its quotes, so that "5" and 5 differ. */
function textOf(value: unknown): string {
  if (isLong(value)) return value.replaceAll('\r', '\u27e8U+000D\u27e9')
  return JSON.stringify(value, null, 2) ?? String(value)
}
