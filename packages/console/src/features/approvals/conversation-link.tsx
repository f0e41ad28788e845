import { Link } from '@tanstack/react-router'

/** Look of a link among the facts of a card. */
export const factLink = 'text-accent-ink underline underline-offset-2'

/** To the conversation a question was asked in. */
export function ConversationLink({ id }: { readonly id: string }) {
  return (
    <Link to="/chat/$id" params={{ id }} className={factLink}>
      Conversation
    </Link>
  )
}
