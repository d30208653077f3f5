// What an audit tests, as a person reads it: its name, and what to do where it fails. The interface names only the totals of an
// audit; this is one form that a reply with its tests may have.
const TESTS = [
  ['Title tag length', '14 titles are longer than 60 characters. Shorten them, the keyword first.'],
  ['Duplicate title tags', '3 pages share one title. Give each page its own.'],
  ['Meta description', '9 pages have none. Write 120 to 155 characters that say why to click.'],
  ['Duplicate meta descriptions', '4 pages share one description. Give each page its own.'],
  ['H1 heading', '2 pages have no H1 heading. Add one that names the topic of the page.'],
  ['More than one H1 heading', '5 pages have two or more. Keep one, and make the others H2.'],
  ['Heading order', '6 pages go from H2 to H4. Use the levels in order.'],
  ['Image alt texts', '37 images have none. Describe what each shows; leave it empty for decoration.'],
  ['Image size', '11 images are larger than 300 KB. Save them as WebP or AVIF, at the size that is shown.'],
  ['Image dimensions', '18 images have no width and height. Add both, so that the page does not jump.'],
  [
    'Largest contentful paint',
    '3.4 s on a phone; up to 2.5 s is good. Preload the main image, and load scripts later.',
  ],
  ['Cumulative layout shift', '0.21 on a phone; up to 0.1 is good. Reserve space for images and banners.'],
  ['Interaction to next paint', '310 ms on a phone; up to 200 ms is good. Split long scripts.'],
  ['Time to first byte', '920 ms; up to 800 ms is good. Cache pages on the server or a CDN.'],
  ['Render-blocking scripts', '4 scripts in the head stop the page. Add defer, or move them to the end.'],
  ['Unused JavaScript', '58% of the scripts of the start page are not used. Load them where they are needed.'],
  ['Text compression', 'Two style sheets are sent without compression. Turn on Brotli or gzip for them.'],
  ['Browser caching', 'Images may be kept for one hour only. Let browsers keep them for a year.'],
  ['Broken internal links', '7 links lead to a page that is gone (404). Correct or remove them.'],
  ['Broken external links', '5 links lead to sites that do not answer. Replace or remove them.'],
  ['Redirect chains', '3 addresses redirect more than once. Link to the last address.'],
  ['Internal links to key pages', '6 pages have fewer than three links to them. Link to them from pages on the topic.'],
  ['Orphan pages', '4 pages of the sitemap have no link to them. Link to them, or remove them.'],
  ['Anchor texts', '22 links read “click here” or “read more”. Name what they lead to.'],
  ['Canonical links', '3 pages name another address as their own. Let each page name itself.'],
  ['XML sitemap', 'It lists 8 addresses that redirect. List only the last addresses.'],
  ['robots.txt', 'It blocks a folder with style sheets. Allow it, so that pages can be drawn.'],
  [
    'Noindex on ranked pages',
    '1 page with clicks from search has noindex. Remove it, if it is to stay in the results.',
  ],
  ['Structured data: organisation', 'The start page has none. Add the name, the logo and the address.'],
  ['Structured data: articles', '12 articles have none. Add author, date and headline.'],
  ['Structured data: breadcrumbs', 'No page has any. Add them, so that results show the path.'],
  ['Open Graph tags', '10 pages have no image for sharing. Add og:image with 1,200 × 630 pixels.'],
  ['Language of the page', 'The language is not set. Add lang to the html element.'],
  ['Viewport for phones', '1 page has no viewport. Add width=device-width.'],
  ['Size of tap targets', '9 links are closer than 24 pixels to another. Give them more room.'],
  ['Font size on phones', '2 pages use text below 12 pixels. Use 16 pixels for running text.'],
  ['HTTPS on every page', '2 pages load an image over http. Change its address to https.'],
  ['Strict transport security', 'The header is missing. Add Strict-Transport-Security.'],
  ['Thin content', '5 pages have fewer than 200 words. Write what a visitor asks, or join pages.'],
  ['Duplicate content', '2 pairs of pages are nearly the same. Keep one of each, and redirect the other.'],
  ['Reading ease', '3 pages are hard to read. Use shorter sentences and lists.'],
  [
    'Keyword in the first paragraph',
    '8 pages name their topic late. Say in the first paragraph what the page is about.',
  ],
  ['Old content', '6 pages have not changed for two years. Check facts, prices and years.'],
  ['Length of addresses', '4 addresses are longer than 100 characters. Shorten new ones.'],
  ['Addresses with parameters', '13 addresses of filters are indexed. Point them to the page without filters.'],
  ['Error page', 'A page that is not there answers with 200. Answer with 404.'],
  ['Favicon', 'The icon is missing. Add one with 48 × 48 pixels.'],
  ['Contact details', 'No page shows a telephone number and an address. Add them to the foot of each page.'],
  ['Privacy policy', 'The link is missing on 2 pages. Add it to the foot of each page.'],
  ['Accessible names of buttons', '6 buttons have an icon and no name. Give each a name.'],
] as const

export type AuditTest = { readonly name: string; readonly passed: boolean; readonly recommendation?: string }

/** The tests of a site, in their order. `rank` sorts them the same way each day: the lowest fail first and longest. */
export const seedAuditTests = (total: number, failed: number, rank: (at: number) => number): AuditTest[] => {
  const tests = TESTS.slice(0, total)
  const fails = new Set(
    tests
      .map((_, at) => at)
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, failed),
  )
  return tests.map(([name, recommendation], at) =>
    fails.has(at) ? { name, passed: false, recommendation } : { name, passed: true },
  )
}
