import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../shared/api/queries.ts'
import { formatCount, percentOf } from '../../shared/design/numbers.ts'

/** What a text would cost of a conversation's budget. */
export function BudgetLine({ characters }: { readonly characters: number }) {
  const { data } = useQuery(settingsQuery)
  const max = data?.skills_max_prompt_chars
  if (max === undefined) return <span>{formatCount(characters)} characters</span>
  const over = characters > max
  return (
    <span className={`tabular-nums ${over ? 'text-warn-ink' : ''}`}>
      {formatCount(characters)} / {formatCount(max)} characters
      {over
        ? ': more than the whole budget, so it can never be active'
        : ` (${percentOf(characters, max)} % of the budget)`}
    </span>
  )
}
