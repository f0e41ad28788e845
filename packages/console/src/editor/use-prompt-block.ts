import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../shell/api.ts'

const pause = 250

/** The block a text becomes, asked of the server once the typing pauses; the last one stays meanwhile. */
export function usePromptBlock(source: string) {
  const [settled, setSettled] = useState(source)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(source), pause)
    return () => clearTimeout(timer)
  }, [source])
  const { data, error, refetch } = useQuery({
    queryKey: ['prompt-block', settled],
    queryFn: async ({ signal }) => (await api.skills.parse(settled, signal)).prompt_block,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { block: data, error, retry: () => void refetch() }
}
