import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bot, FileText, MessageSquare } from 'lucide-react'
import { titleLabel } from '../features/chat/conversation-title.ts'
import { api } from '../shared/api/api.ts'
import { conversationsQuery } from '../shared/api/queries.ts'
import { agentsQuery } from '../shared/queries/agent-queries.ts'
import { may } from '../shared/session/may.ts'
import { useMe } from '../shared/session/use-me.ts'
import type { PaletteEntry } from './palette-group.tsx'

/** Of each kind; who wants more writes more. */
const most = 6

/** What is kept here and fits what is written: nothing before anything is. */
export function usePaletteFinds(query: string) {
  const me = useMe()
  const navigate = useNavigate()
  const talks = query !== '' && may(me, 'conversations.use')
  const skills = useQuery({
    queryKey: ['skills', 'palette', query],
    queryFn: () => api.skills.list({ q: query, limit: most }),
    enabled: query !== '' && may(me, 'skills.read'),
    placeholderData: (previous) => previous,
  })
  const conversations = useInfiniteQuery({ ...conversationsQuery(), enabled: talks })
  const agents = useInfiniteQuery({ ...agentsQuery, enabled: talks })
  const wanted = query.toLowerCase()
  const fits = (name: string) => query !== '' && name.toLowerCase().includes(wanted)
  return {
    searching: skills.isFetching && (!skills.data || skills.isPlaceholderData),
    conversations: (conversations.data?.pages ?? [])
      .flatMap(({ items }) => items)
      .filter((conversation) => fits(titleLabel(conversation)))
      .slice(0, most)
      .map(
        (conversation): PaletteEntry => ({
          key: conversation.id,
          label: titleLabel(conversation),
          icon: <MessageSquare size={15} />,
          run: () => navigate({ to: '/chat/$id', params: { id: conversation.id } }),
        }),
      ),
    agents: (agents.data?.pages ?? [])
      .flatMap(({ items }) => items)
      .filter(({ name }) => fits(name))
      .slice(0, most)
      .map(
        ({ id, name }): PaletteEntry => ({
          key: id,
          label: name,
          icon: <Bot size={15} />,
          run: () => navigate({ to: '/agents/$id', params: { id } }),
        }),
      ),
    skills: (query === '' ? [] : (skills.data?.items ?? [])).map(
      ({ id, name, slug }): PaletteEntry => ({
        key: id,
        label: name,
        icon: <FileText size={15} />,
        note: slug === name ? undefined : slug,
        run: () => navigate({ to: '/skills/$id', params: { id } }),
      }),
    ),
  }
}
