import type { ApiKeyCreated, MemberCreate } from '@repertoire/protocol'
import { RepertoireClient } from '../repertoire-client.ts'
import type { ClientOptions } from '../transport.ts'

export interface JoinedMember {
  readonly id: string
  /** Made by the member: with all permissions of the role, or with `scopes`. */
  readonly key: string
}

/** Adds a person as people do: they are invited, log in by the link and make a key of their own. */
export async function joinMember(
  server: Pick<ClientOptions, 'baseUrl' | 'apiKey'>,
  { scopes, ...person }: MemberCreate & { readonly scopes?: ApiKeyCreated['scopes'] },
): Promise<JoinedMember> {
  const inviter = new RepertoireClient(server)
  const { id } = await inviter.members.create(person)
  const { token } = await inviter.members.invite(id)
  const browser = new RepertoireClient({ baseUrl: server.baseUrl, fetch: browserFetch() })
  await browser.session.login({ invitation: token })
  const made = await browser.keys.create({ name: `of ${person.name}`, ...(scopes && { scopes }) })
  return { id, key: made.key }
}

/** Keeps the login cookie, and calls itself the console's own page. */
function browserFetch(): (request: Request) => Promise<Response> {
  let cookie = ''
  return async (request) => {
    request.headers.set('sec-fetch-site', 'same-origin')
    if (cookie !== '') request.headers.set('cookie', cookie)
    const response = await fetch(request)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
}
