import { Eye } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { plural } from '../design/numbers.ts'
import { useReadingProgress } from './reading.tsx'

/** Why it cannot be approved yet, and the way to what is left. `id`: for the button's `aria-describedby`. */
export function ReadFirst({ id }: { readonly id: string }) {
  const { unread, goTo } = useReadingProgress()
  const [next] = unread
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
      <span id={id} role="status" className="inline-flex items-center gap-1.5">
        {next && (
          <>
            <Eye size={14} aria-hidden="true" className="shrink-0" />
            Read to the end first: {plural(unread.length, 'part')} left.
          </>
        )}
      </span>
      {next && (
        <Button
          size="small"
          data-decide="read-on"
          onClick={() => goTo(next)}
          className="max-w-full"
        >
          <span className="truncate">Go to {next.label}</span>
        </Button>
      )}
    </div>
  )
}
