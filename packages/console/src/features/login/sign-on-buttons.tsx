import { useQuery } from '@tanstack/react-query'
import { signOnQuery } from '../../shared/api/queries.ts'
import { buttonClass } from '../../shared/design/button.tsx'

interface SignOnButtonsProps {
  /** Path of the page to go to. */
  readonly next?: string | undefined
  /** In another tab, with a new proof of who the person is. */
  readonly again?: boolean
}

/** One link for each identity provider; nothing where there are none. */
export function SignOnButtons({ next, again = false }: SignOnButtonsProps) {
  const { data } = useQuery(signOnQuery)
  if (!data || data.items.length === 0) return null
  const query = new URLSearchParams({ ...(next && { next }), ...(again && { fresh: 'true' }) })
  return (
    <ul aria-label="Single sign-on" className="flex flex-col gap-2">
      {data.items.map(({ id, title }) => (
        <li key={id}>
          <a
            className={`${buttonClass('secondary')} w-full`}
            href={`/api/v1/sign-on/${id}/start?${query}`}
            {...(again && { target: '_blank', rel: 'noreferrer' })}
          >
            {again ? `Sign in again with ${title} (new tab)` : `Sign in with ${title}`}
          </a>
        </li>
      ))}
    </ul>
  )
}
