/** Expands address patterns of Hugo and Jekyll: `/:year/:month/:slug/`. */
import { slugOf } from '@typecase/kernel'

export interface PermalinkParts {
  readonly date: string | undefined
  readonly title: string
  readonly slug: string
  /** The file name without extension. */
  readonly name: string
  readonly folders: readonly string[]
  readonly categories?: readonly string[]
}

/** Replaces the placeholders. Removes those without a value, and double slashes. */
export function expandPermalink(pattern: string, parts: PermalinkParts): string {
  const expanded = pattern.replace(
    /:([a-z_]+)(?:\[[^\]]*\])?/g,
    (all, name: string) => placeholderValue(name, parts) ?? all,
  )
  const path = expanded.startsWith('/') ? expanded : `/${expanded}`
  return path.replace(/\/{2,}/g, '/')
}

function placeholderValue(
  name: string,
  { date, title, slug, name: file, folders, categories }: PermalinkParts,
) {
  const [year = '', month = '', day = ''] = date?.slice(0, 10).split('-') ?? []
  const values: Readonly<Record<string, string>> = {
    year,
    short_year: year.slice(2),
    month,
    i_month: month.replace(/^0/, ''),
    monthname: monthName(month).toLowerCase(),
    day,
    i_day: day.replace(/^0/, ''),
    y_day: date ? String(dayOfYear(date)).padStart(3, '0') : '',
    yearday: date ? String(dayOfYear(date)) : '',
    title: slugOf(title),
    slug,
    filename: file,
    contentbasename: file,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    section: folders[0] ?? '',
    sections: folders.join('/'),
    categories: (categories ?? []).map((category) => slugOf(category)).join('/'),
    output_ext: '.html',
    path: file,
  }
  return values[name]
}

const monthName = (month: string): string =>
  month === ''
    ? ''
    : new Date(`2000-${month}-01T00:00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' })

const dayOfYear = (date: string): number =>
  Math.floor((Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000) + 1
