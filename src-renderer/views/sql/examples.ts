/** Questions that no other view answers as they are. */
export const EXAMPLES = [
  {
    title: 'Most clicks lost in the last 7 days vs the 7 days before',
    sql: `WITH last AS (SELECT max(day) AS day FROM brand_days WHERE is_whole = 1)
SELECT brand, keyword,
  sum(iif(history.day > date(last.day, '-7 days'), clicks, -clicks)) AS clicks_change
FROM history, last
WHERE history.day > date(last.day, '-14 days') AND history.day <= last.day
GROUP BY brand, keyword
ORDER BY clicks_change
LIMIT 50`,
  },
  {
    title: 'Keywords just outside the top 10 with many impressions',
    sql: `SELECT brand, keyword, position, impressions, clicks
FROM rankings
WHERE position > 10 AND position <= 15
ORDER BY impressions DESC
LIMIT 100`,
  },
  {
    title: 'Brands by visibility, with their real losses',
    sql: `SELECT b.name, b.visibility, b.clicks, count(m.keyword) AS keywords_lost
FROM brands b LEFT JOIN movers m ON m.brand = b.brand AND m.kind IN ('down', 'lost')
GROUP BY b.brand
ORDER BY keywords_lost DESC`,
  },
  {
    title: 'Keywords for which several pages of a brand get clicks',
    sql: `SELECT brand, keyword, count(*) AS pages, sum(clicks) AS clicks
FROM ranked_pages
WHERE clicks > 0
GROUP BY brand, keyword
HAVING count(*) > 1
ORDER BY clicks DESC
LIMIT 100`,
  },
  {
    title: 'What happened in the week before an alert',
    sql: `SELECT a.brand, a.day, a.rule, a.subject, a.before, a.after, n.day AS happened, n.text
FROM alerts a LEFT JOIN notes_and_events n
  ON n.brand = a.brand AND n.day BETWEEN date(a.day, '-7 days') AND a.day
ORDER BY a.day DESC, a.clicks DESC
LIMIT 200`,
  },
  {
    title: 'Prospects without a contact',
    sql: `SELECT brand, domain, title, status
FROM prospects
WHERE contacts = 0
ORDER BY brand, domain
LIMIT 500`,
  },
] as const
