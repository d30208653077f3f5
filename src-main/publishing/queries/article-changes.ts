/** Two statements: a conflict clause of the statement that fires a trigger takes the place of the trigger's own. */
const numbered = (brandId: string, slug: string, where = '1'): string => `
  DELETE FROM article_change WHERE brand_id = ${brandId} AND slug = ${slug} AND ${where};
  INSERT INTO article_change (brand_id, slug) SELECT ${brandId}, ${slug}
    WHERE ${slug} IS NOT NULL AND EXISTS (SELECT 1 FROM brand WHERE id = ${brandId}) AND ${where};`

const next = (row: 'NEW' | 'OLD', where?: string): string => numbered(`${row}.brand_id`, `${row}.slug`, where)

const MOVED = '(OLD.brand_id IS NOT NEW.brand_id OR OLD.slug IS NOT NEW.slug)'

const triggersOf = (table: 'article' | 'delivery', counts: (row: 'NEW' | 'OLD') => string): string => `
  CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} WHEN ${counts('NEW')} BEGIN ${next('NEW')} END;
  CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} WHEN ${counts('OLD')} OR ${counts('NEW')}
    BEGIN ${next('OLD', MOVED)} ${next('NEW')} END;
  CREATE TRIGGER ${table}_gone AFTER DELETE ON ${table} WHEN ${counts('OLD')} BEGIN ${next('OLD')} END;`

/**
 * Which slugs of a brand changed after which others: what is kept of a brand's articles in memory (kept-articles.ts) is exact
 * only if it sees each change, of any thread and any statement. Triggers see them all. A migration that makes one of the
 * tables again has to make its triggers again. Of each desk alone: a mirror's rows pass the triggers too. Slug '' is the brand
 * itself: one that was removed may come again, and no number does. Rows of a brand that is not there leave nothing.
 */
export const ARTICLE_CHANGES = `
    CREATE TABLE article_change (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      brand_id TEXT NOT NULL,
      slug TEXT NOT NULL,
      UNIQUE (brand_id, slug)
    ) STRICT;
    CREATE INDEX article_change_by_brand ON article_change (brand_id);
    CREATE TRIGGER brand_added AFTER INSERT ON brand BEGIN ${numbered('NEW.id', "''")} END;
    CREATE TRIGGER brand_gone AFTER DELETE ON brand BEGIN DELETE FROM article_change WHERE brand_id = OLD.id; END;
    ${triggersOf('article', () => '1')}
    ${triggersOf('delivery', (row) => `${row}.status = 'accepted'`)}`

/** Each brand has a number from the start. */
export const CHANGES_OF_BRANDS = "INSERT INTO article_change (brand_id, slug) SELECT id, '' FROM brand"
