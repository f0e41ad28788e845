import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dayLabel } from './day-series.ts'
import type { Measure } from './measures.ts'
import type { PlotData } from './plot-data.ts'

interface DayPlotProps {
  readonly data: PlotData
  readonly measure: Pick<Measure, 'drawn' | 'text'>
}

const height = 280
const font = '12px Inter, ui-sans-serif, sans-serif'

/** The chart of a measure. It is drawn anew when its width, the theme or the numbers change. */
export function DayPlot({ data, measure }: DayPlotProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return
    let plot: uPlot | null = null
    const draw = () => {
      plot?.destroy()
      plot = new uPlot(optionsOf(box, data, measure), columnsOf(data), box)
    }
    const resized = new ResizeObserver(draw)
    resized.observe(box)
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const device = matchMedia('(prefers-color-scheme: dark)')
    device.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      themed.disconnect()
      device.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [data, measure])
  return <div ref={place} className="h-[280px] overflow-hidden" />
}

function columnsOf({ days, series }: PlotData): uPlot.AlignedData {
  return [[...days], ...series.map(({ values }) => [...values])]
}

function optionsOf(
  box: HTMLElement,
  { days, series, countsThings }: PlotData,
  { drawn, text }: DayPlotProps['measure'],
): uPlot.Options {
  const colours = readColours(box)
  const axis = { stroke: colours.text, font, ticks: { show: false } }
  const dayLength = 86_400
  return {
    width: box.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { range: (_, low, high) => [low - dayLength * 0.6, high + dayLength * 0.6] },
      y: { range: (_, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        splits: () => spread(days, Math.max(1, Math.floor(box.clientWidth / 110))),
        values: (_, splits) =>
          splits.map((seconds) => dayLabel(new Date(seconds * 1000).toISOString())),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: colours.line, width: 1 },
        values: (_, splits) => splits.map(text),
        // Activations have no halves.
        ...(countsThings && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 1e4, 1e5, 1e6] }),
      },
    ],
    series: [
      {},
      ...series.map(({ label, tone }): uPlot.Series => {
        const stroke = colours[tone]
        if (drawn === 'bars') {
          const paths = uPlot.paths.bars?.({ size: [0.78, 48], radius: 0.08 })
          return { label, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) }
        }
        return { label, stroke, width: 1.5, points: { show: true, size: 6, fill: stroke } }
      }),
    ],
  }
}

/** At most so many of the days, with the last one among them. */
function spread(days: readonly number[], most: number): number[] {
  const step = Math.ceil(days.length / most)
  return days.filter((_, index) => (days.length - 1 - index) % step === 0)
}

/** A canvas knows no custom properties and no `light-dark()`. */
function readColours(box: HTMLElement) {
  return {
    ...{ accent: readColour(box, '--accent'), pale: readColour(box, '--line-2') },
    ...{ text: readColour(box, '--ink-3'), line: readColour(box, '--line') },
  }
}

/** Each from an element of its own: the colour of one that changes is that of before for a moment. */
function readColour(box: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  box.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
