import { list } from './hash.ts'

const OFFICE_WEEK = [0.55, 1.15, 1.22, 1.2, 1.14, 1, 0.6] as const
const HOME_WEEK = [1.12, 1.04, 0.96, 0.95, 0.93, 0.94, 1.1] as const
const LEISURE_WEEK = [1.2, 0.86, 0.84, 0.88, 0.97, 1.12, 1.28] as const

/** What each line of business sells and how people search for it. `week` scales searches, Sunday first. */
export const INDUSTRIES = [
  {
    id: 'plumbing',
    nameEndings: ['Plumbing', 'Plumbing & Heating', 'Drain Co'],
    offers: list(`
      plumber, drain cleaning, water heater repair, tankless water heater, sewer line repair, leak detection,
      sump pump installation, boiler service, bathroom plumbing, gas line installation, toilet repair,
      water softener, backflow testing, repiping, garbage disposal installation, burst pipe repair
    `),
    week: HOME_WEEK,
  },
  {
    id: 'dental',
    nameEndings: ['Dental', 'Dental Care', 'Orthodontics'],
    offers: list(`
      dentist, teeth whitening, dental implants, invisalign, root canal, pediatric dentist, dental crown,
      wisdom tooth removal, veneers, dentures, tooth extraction, dental cleaning, gum disease treatment,
      clear aligners, night guard, emergency dental care
    `),
    week: OFFICE_WEEK,
  },
  {
    id: 'law',
    nameEndings: ['Law', 'Legal', 'Law Group'],
    offers: list(`
      personal injury lawyer, divorce lawyer, estate planning attorney, car accident lawyer, probate attorney,
      immigration lawyer, workers compensation lawyer, child custody lawyer, business attorney, dui lawyer,
      employment lawyer, medical malpractice lawyer, real estate attorney, slip and fall lawyer,
      bankruptcy attorney, trademark attorney
    `),
    week: OFFICE_WEEK,
  },
  {
    id: 'outdoor',
    nameEndings: ['Outfitters', 'Outdoor', 'Trail Supply'],
    offers: list(`
      hiking boots, ultralight tent, sleeping bag, trekking poles, backpacking stove, rain jacket, down jacket,
      camping hammock, headlamp, water filter bottle, daypack, merino base layer, camp chair,
      trail running shoes, dry bag, bear canister
    `),
    week: LEISURE_WEEK,
  },
  {
    id: 'software',
    nameEndings: ['Software', 'Cloud', 'Systems'],
    offers: list(`
      project management software, crm software, time tracking app, invoicing software, help desk software,
      inventory management software, applicant tracking system, scheduling software, email marketing platform,
      expense management software, knowledge base software, workflow automation, customer portal software,
      contract management software, payroll software, sales forecasting tool
    `),
    week: OFFICE_WEEK,
  },
  {
    id: 'coffee',
    nameEndings: ['Coffee', 'Coffee Roasters', 'Roastery'],
    offers: list(`
      single origin coffee, espresso beans, cold brew concentrate, decaf coffee beans, coffee subscription,
      pour over kettle, burr grinder, french press, light roast coffee, dark roast coffee, moka pot,
      coffee gift set, organic coffee beans, aeropress recipes, espresso machine, wholesale coffee beans
    `),
    week: HOME_WEEK,
  },
  {
    id: 'fitness',
    nameEndings: ['Fitness', 'Strength', 'Athletic Club'],
    offers: list(`
      gym membership, personal trainer, yoga classes, pilates studio, crossfit gym, spin classes,
      strength training program, kettlebell workout, boxing classes, group fitness classes, mobility routine,
      nutrition coaching, prenatal yoga, marathon training plan, weight loss program, sauna and cold plunge
    `),
    week: [0.98, 1.18, 1.1, 1.06, 0.98, 0.84, 0.88],
  },
  {
    id: 'realestate',
    nameEndings: ['Realty', 'Homes', 'Property Group'],
    offers: list(`
      homes for sale, condos for sale, real estate agent, apartments for rent, townhouses for rent,
      property management, home valuation, first time home buyer program, luxury homes, waterfront homes,
      new construction homes, investment property, short term rental management, commercial space for lease,
      open houses, land for sale
    `),
    week: LEISURE_WEEK,
  },
  {
    id: 'pets',
    nameEndings: ['Pet Supply', 'Veterinary', 'Pet Co'],
    offers: list(`
      grain free dog food, puppy training, dog groomer, cat litter, dog boarding, veterinarian, dog bed,
      cat tree, flea treatment, dog vaccinations, pet insurance, aquarium kit, dog harness, raw dog food,
      pet dental cleaning, rabbit hutch
    `),
    week: HOME_WEEK,
  },
  {
    id: 'travel',
    nameEndings: ['Travel', 'Journeys', 'Tours'],
    offers: list(`
      walking tours, food tour, safari packages, family resorts, river cruise, honeymoon packages,
      ski holidays, wine tasting tour, kayak tours, small group tours, private guide, train journeys,
      all inclusive vacation, boutique hotels, airport transfer, travel insurance
    `),
    week: LEISURE_WEEK,
  },
  {
    id: 'solar',
    nameEndings: ['Solar', 'Energy', 'Roofing & Solar'],
    offers: list(`
      solar panels, solar panel installation, home battery, solar incentives, roof replacement, ev charger,
      heat pump installation, solar financing, metal roofing, roof inspection, solar inverter, net metering,
      commercial solar, off grid solar system, gutter installation, energy audit
    `),
    week: HOME_WEEK,
  },
  {
    id: 'skincare',
    nameEndings: ['Skincare', 'Botanics', 'Apothecary'],
    offers: list(`
      vitamin c serum, retinol cream, mineral sunscreen, face moisturizer, niacinamide serum, cleansing balm,
      acne treatment, hyaluronic acid serum, eye cream, exfoliating toner, body lotion, lip balm, clay mask,
      night cream, sensitive skin cleanser, skincare gift set
    `),
    week: LEISURE_WEEK,
  },
  {
    id: 'finance',
    nameEndings: ['Financial', 'Accounting', 'Wealth'],
    offers: list(`
      financial advisor, tax preparation, bookkeeping services, retirement planning, small business accountant,
      payroll services, college savings plan, tax planning, cfo services, estate tax planning, roth conversion,
      audit services, business valuation, life insurance, startup accounting, wealth management
    `),
    week: OFFICE_WEEK,
  },
  {
    id: 'furniture',
    nameEndings: ['Furniture', 'Interiors', 'Home'],
    offers: list(`
      sectional sofa, dining table, standing desk, bed frame, accent chair, bookshelf, area rug, nightstand,
      coffee table, office chair, kids bunk bed, tv stand, outdoor furniture, floor lamp, memory foam mattress,
      entryway bench
    `),
    week: LEISURE_WEEK,
  },
] as const
export type Industry = (typeof INDUSTRIES)[number]

/** First words of brand names: 61 of them, so that with 14 industries no pair repeats within 854 brands. */
export const NAME_WORDS = list(`
  Alder, Anchor, Arbor, Ashford, Aspen, Bayside, Beacon, Birchwood, Bluebird, Bramble, Brightwater, Cascade,
  Cedar, Clearview, Clover, Cobalt, Copperline, Coral, Crestline, Driftwood, Eastgate, Elmwood, Ember,
  Evergreen, Fairhaven, Fern & Field, Foxglove, Granite, Greenway, Harbor, Hawthorn, Hearth, Highland,
  Ironbridge, Juniper, Keystone, Lakeshore, Lantern, Larkspur, Linden, Lodestar, Maple, Meridian, Millbrook,
  Northside, Oak & Iron, Orchard, Pinecrest, Quarry, Redwood, Ridgeline, Riverbend, Rosewood, Sagebrush,
  Silverline, Stonegate, Summit, Thistle, Tidewater, Westbrook, Willow
`)

export const CITIES = list(`
  austin, boise, boston, charlotte, chicago, dallas, denver, leeds, manchester, melbourne, minneapolis,
  nashville, perth, phoenix, portland, san diego, seattle, tampa, toronto, tucson
`)
