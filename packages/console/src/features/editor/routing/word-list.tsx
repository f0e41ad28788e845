import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../shared/design/button.tsx'

interface WordListProps {
  readonly label: string
  readonly items: readonly string[]
  readonly onChange: (items: readonly string[]) => void
  /** What can be chosen; other words can be typed as well. */
  readonly offers?: readonly string[]
  /** Is told what is typed, to offer what fits it. */
  readonly onTyped?: (text: string) => void
  readonly hint?: ReactNode
  readonly disabled: boolean
}

/** A list of words: each can be taken away, and one is added by typing it, with Enter or a comma behind it. */
export function WordList(props: WordListProps) {
  const { label, items, onChange, offers = [], onTyped, hint, disabled } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  function add(text: string): void {
    const words = text.split(',').flatMap((word) => word.trim() || [])
    if (words.length > 0) onChange([...new Set([...items, ...words])])
    setTyped('')
  }
  const open = offers.filter((offer) => !items.includes(offer))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-ink-2">
        {label}
      </label>
      {items.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {items.map((item) => (
            <li
              key={item}
              className="flex max-w-full items-center gap-1 rounded-full border border-line bg-inset py-0.5 pr-1 pl-2.5 text-xs [overflow-wrap:anywhere]"
            >
              {item}
              {!disabled && (
                <button
                  type="button"
                  aria-label={`Remove ${item}`}
                  className="rounded-full p-0.5 hover:bg-hover"
                  onClick={() => onChange(items.filter((other) => other !== item))}
                >
                  <X size={11} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <div className="flex gap-2">
          <input
            id={id}
            className="field-base h-8 min-w-0 flex-1"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            list={`${id}-offers`}
            onChange={({ target }) => {
              if (target.value.includes(',')) add(target.value)
              else setTyped(target.value)
              onTyped?.(target.value.trim())
            }}
            onKeyDown={(event) => {
              // An input method uses Enter to take its suggestion.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add(typed)
            }}
          />
          <datalist id={`${id}-offers`}>
            {open.map((offer) => (
              <option key={offer} value={offer} />
            ))}
          </datalist>
          <Button
            aria-label={`Add to ${label}`}
            onClick={() => add(typed)}
            disabled={typed.trim() === ''}
          >
            Add
          </Button>
        </div>
      )}
      {hint && <div className="text-xs text-ink-3">{hint}</div>}
    </div>
  )
}
