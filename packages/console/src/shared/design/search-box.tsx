import { Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'

interface SearchBoxProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The search field of a page, whose text is in the address bar. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  /** What was typed and has yet to come back in the address. */
  const reported = useRef<readonly string[]>([])
  useEffect(() => {
    const at = reported.current.indexOf(value)
    reported.current = reported.current.slice(at === -1 ? reported.current.length : at + 1)
    // The address changed by itself (back button, a link): follow it.
    if (at === -1) setText(value)
  }, [value])
  const tell = useCallback(
    (next: string) => {
      if (next === (reported.current.at(-1) ?? value)) return
      reported.current = [...reported.current, next]
      onChange(next)
    },
    [onChange, value],
  )
  useEffect(() => {
    const timer = setTimeout(() => tell(text), 120)
    return () => clearTimeout(timer)
  }, [text, tell])
  return (
    <div className="relative min-w-full flex-1 sm:min-w-56">
      <Search size={15} aria-hidden="true" className="absolute left-2.5 top-2 text-ink-3" />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Leaving for a result must not be overtaken by the search that was still waiting.
        onBlur={() => tell(text)}
        onKeyDown={(event) =>
          event.key === 'Escape' && (text ? setText('') : event.currentTarget.blur())
        }
        className="field-base h-8 pl-8"
      />
    </div>
  )
}
