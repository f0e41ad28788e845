import { clearDrafts } from '../design/drafts.ts'
import { api } from './api.ts'

/** Ends the session and forgets everything this page has read. */
export async function signOut(): Promise<void> {
  await api.session.logout().catch(() => undefined)
  clearDrafts()
  location.assign('/login')
}
