import { RepertoireClient } from '@repertoire/client'
import { fetchAcceptingFindings } from './accept-findings.ts'
import { fetchWithFreshLogin } from './fresh-login.ts'
import { sendWatched } from './reachability.ts'

/** The REST API of the server this page came from; the login cookie goes along. */
export const api = new RepertoireClient({
  baseUrl: location.origin,
  fetch: (request) =>
    fetchAcceptingFindings(request, (sent) => fetchWithFreshLogin(sent, sendWatched)),
})
