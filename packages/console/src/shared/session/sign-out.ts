import { api } from '../api/api.ts'
import { clearDrafts } from '../browser/drafts.ts'

/** Ends the session and forgets everything this page has read. */
export async function signOut(): Promise<void> {
  await api.session.logout().catch(() => undefined)
  clearDrafts()
  location.assign('/login')
}
