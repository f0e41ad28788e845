import { Eye } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { plural } from '../design/numbers.ts'
import { useReadingProgress } from './reading.tsx'

/** Why it cannot be approved yet, and the way to what is left. `id`: for the button's `aria-describedby`. */
export function ReadFirst({ id }: { readonly id: string }) {
  const { unread, readOn } = useReadingProgress()
  const readable = unread.filter(({ pending }) => !pending)
  const [next = unread[0]] = readable
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
      <span id={id} role="status" className="inline-flex min-w-0 items-center gap-1.5">
        {next && (
          <>
            <Eye size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">
              {next.pending ? 'Not on the page yet' : 'Read to the end first. Next'}: {next.label}
            </span>
          </>
        )}
      </span>
      {readable.length > 0 && (
        <Button size="small" data-decide="read-on" onClick={readOn}>
          Read on ({plural(readable.length, 'part')} left)
        </Button>
      )}
    </div>
  )
}
