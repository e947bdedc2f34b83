# Prints the figures that server/src/statistics is held to, as JSON:
#   Rscript test-fixtures/statistics/reference.R > test-fixtures/statistics/reference.json
# Made with R 4.2.2, lme4 1.1-31, lmerTest 3.1-3 and MASS 7.3-58.2 of Debian 12. None of them is needed to run the tests.
suppressMessages({ library(lme4); library(lmerTest) })

number <- function(x) ifelse(is.finite(x), formatC(x, digits = 15, format = "g", width = 1), "null")
array <- function(x) paste0("[", paste(x, collapse = ", "), "]")
numbers <- function(x) array(number(as.numeric(x)))
texts <- function(x) array(paste0('"', as.character(x), '"'))
object <- function(...) { v <- list(...); paste0("{\n", paste0('"', names(v), '": ', v, collapse = ",\n"), "\n}") }

fit <- function(model, residuals) {
  effects <- coef(summary(model, ddf = "Satterthwaite"))
  object(
    estimates = numbers(effects[, "Estimate"]),
    standardErrors = numbers(effects[, "Std. Error"]),
    degreesOfFreedom = numbers(effects[, "df"]),
    factors = texts(names(VarCorr(model))),
    standardDeviations = numbers(sapply(VarCorr(model), function(v) attr(v, "stddev"))),
    residualDeviation = number(sigma(model)),
    criterion = number(REMLcrit(model)),
    residuals = if (residuals) numbers(head(resid(model), 3)) else "[]"
  )
}
precise <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10), check.conv.singular = "ignore")

# lme4's data set Penicillin has 24 plates with the same 6 samples each, once. For such a design the likelihood depends
# on nothing but the mean and three sums of squares, so these stand for the data, which are under the GPL.
penicillin <- function() {
  d <- lme4::Penicillin
  squares <- anova(lm(diameter ~ plate + sample, d))[["Sum Sq"]]
  object(
    mean = number(mean(d$diameter)),
    plateSquares = number(squares[1]),
    sampleSquares = number(squares[2]),
    residualSquares = number(squares[3]),
    fit = fit(lmer(diameter ~ 1 + (1 | plate) + (1 | sample), d, control = precise), FALSE)
  )
}

# Three factors and two effects, most of the cells missing at random.
unbalanced <- function(seed, deviations, kept) {
  set.seed(seed)
  d <- expand.grid(context = c("M", "S", "Sn"), other = c("G", "F", "F+"), dataset = paste0("d", 1:5),
    model = paste0("m", 1:6), metric = c("a", "b", "c", "d"), stringsAsFactors = FALSE)
  d <- d[sort(sample(nrow(d), kept)), ]
  draw <- function(levels, deviation) { u <- sort(unique(levels)); setNames(rnorm(length(u), 0, deviation), u)[levels] }
  d$y <- round(0.6 + 0.08 * (d$context == "S") + 0.05 * (d$context == "Sn") + draw(d$dataset, deviations[1]) +
    draw(d$model, deviations[2]) + draw(d$metric, deviations[3]) + rnorm(nrow(d), 0, 0.1), 4)
  object(
    response = numbers(d$y), context = texts(d$context), dataset = texts(d$dataset), model = texts(d$model),
    metric = texts(d$metric),
    fit = fit(lmer(y ~ I(1 * (context == "S")) + I(1 * (context == "Sn")) + (1 | dataset) + (1 | model) + (1 | metric), d,
      control = precise), TRUE)
  )
}

shapiro <- function(x) {
  s <- shapiro.test(x)
  object(sample = numbers(x), w = number(s$statistic), p = number(s$p.value))
}

boxCox <- function(x) {
  # The likelihood as MASS::boxcox has it, maximised without a grid.
  likelihood <- function(l) {
    z <- if (abs(l) < 1e-9) log(x) else (x^l - 1) / l
    (l - 1) * sum(log(x)) - length(x) / 2 * log(mean((z - mean(z))^2))
  }
  grid <- MASS::boxcox(x ~ 1, lambda = seq(-10, 20, 0.01), plotit = FALSE)
  best <- grid$x[which.max(grid$y)]
  object(sample = numbers(x),
    lambda = number(optimize(likelihood, best + c(-0.02, 0.02), maximum = TRUE, tol = 1e-12)$maximum))
}

# The procedure of the paper on shares that are normal in one way or another: the first of the transformations that
# makes the residuals normal, or none.
share <- function(seed, back, center, deviation, noise = rnorm) {
  set.seed(seed)
  d <- expand.grid(context = c("M", "S"), other = c("G", "F", "F+"), dataset = c("d1", "d2", "d3"),
    model = paste0("m", 1:8), stringsAsFactors = FALSE)
  d <- d[!(d$dataset == "d3" & d$other == "G"), ]
  draw <- function(levels, deviation) { u <- sort(unique(levels)); setNames(rnorm(length(u), 0, deviation), u)[levels] }
  d$share <- round(back(center + 0.6 * deviation * (d$context == "S") + draw(d$dataset, deviation) +
    draw(d$model, deviation) + deviation * noise(nrow(d))), 4)
  lambda <- MASS::boxcox(share ~ 1, data = d, lambda = seq(-10, 30, 0.001), plotit = FALSE)
  lambda <- lambda$x[which.max(lambda$y)]
  ways <- list(
    none = list(identity, identity),
    arcsine = list(function(y) asin(sqrt(y)), function(z) sin(pmin(pmax(z, 0), pi / 2))^2),
    logit = list(function(y) log((y + 1e-6) / (1 - y + 1e-6)), function(z) plogis(z) * (1 + 2e-6) - 1e-6),
    boxCox = list(function(y) (y^lambda - 1) / lambda, function(z) pmax(0, lambda * z + 1)^(1 / lambda))
  )
  attempt <- function(name) {
    d$y <- ways[[name]][[1]](d$share)
    model <- lmer(y ~ I(1 * (context == "S")) + (1 | dataset) + (1 | model), d, control = precise)
    normality <- shapiro.test(resid(model))
    effects <- coef(summary(model))
    reach <- effects[2, 1] + c(0, -1, 1) * qt(0.975, effects[2, 3]) * effects[2, 2]
    changes <- ways[[name]][[2]](effects[1, 1] + reach) - ways[[name]][[2]](effects[1, 1])
    list(normal = normality$p.value > 0.05, json = object(
      share = numbers(d$share), context = texts(d$context), other = texts(d$other), dataset = texts(d$dataset),
      model = texts(d$model), transformation = paste0('"', name, '"'), normality = number(normality$p.value),
      effect = number(changes[1]), low = number(changes[2]), high = number(changes[3]), p = number(effects[2, 5])
    ))
  }
  attempts <- lapply(names(ways), attempt)
  chosen <- Filter(function(a) a$normal, attempts)
  if (length(chosen) > 0) chosen[[1]]$json else attempts[[1]]$json
}

# Answers to cases, right or wrong, by cases, models and data sets; glmer with Laplace's approximation, and standard errors at
# the fitted deviations.
logistic <- function(seed, deviations, cases) {
  set.seed(seed)
  d <- expand.grid(context = c("M", "S"), other = c("G", "F", "F+"), case = seq_len(cases), model = paste0("m", 1:4),
    stringsAsFactors = FALSE)
  d$dataset <- paste0("d", 1 + d$case %% 3)
  d$case <- paste0("c", d$case)
  d <- d[!(d$dataset == "d2" & d$other == "G"), ]
  draw <- function(levels, deviation) { u <- sort(unique(levels)); setNames(rnorm(length(u), 0, deviation), u)[levels] }
  odds <- 0.5 + 0.6 * (d$context == "S") + draw(d$case, deviations[1]) + draw(d$model, deviations[2]) +
    draw(d$dataset, deviations[3])
  d$y <- rbinom(nrow(d), 1, plogis(odds))
  d$side <- 1 * (d$context == "S")
  a <- aggregate(cbind(y, n = 1) ~ side + case + model + dataset, d, sum)
  m <- glmer(cbind(y, n - y) ~ side + (1 | case) + (1 | model) + (1 | dataset), a, binomial,
    control = glmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-9, maxfun = 1e5), check.conv.singular = "ignore"))
  # Of single answers, without the binomial coefficients.
  criterion <- -2 * as.numeric(logLik(m)) + 2 * sum(lchoose(a$n, a$y))
  object(
    successes = numbers(a$y), trials = numbers(a$n), side = numbers(a$side), case = texts(a$case), model = texts(a$model),
    dataset = texts(a$dataset),
    estimates = numbers(fixef(m)), standardErrors = numbers(sqrt(diag(as.matrix(vcov(m, use.hessian = FALSE))))),
    factors = texts(names(VarCorr(m))), standardDeviations = numbers(sapply(VarCorr(m), function(v) attr(v, "stddev"))),
    criterion = number(criterion)
  )
}

set.seed(7)
samples <- list(
  c(1, 2, 4), c(148, 154, 158, 160), round(rnorm(5), 3), round(rnorm(11), 3), round(rexp(12), 3), round(rnorm(50, 3, 9), 3),
  round(runif(60), 3), round(rt(200, 3), 3), rep(c(0, 1), c(20, 5)), round(rcauchy(40), 3)
)
positive <- list(round(rexp(30) + 0.01, 4), round(rlnorm(40), 4), round(rbeta(48, 20, 1), 4), round(rbeta(30, 2, 2), 4))
holm <- c(0.01, 0.04, 0.03, 0.005, 0.5, 0.04)

cat(object(
  penicillin = penicillin(),
  unbalanced = unbalanced(1, c(0.15, 0.04, 0.2), 150),
  sparse = unbalanced(2, c(0.3, 0.1, 0.05), 70),
  boundary = unbalanced(3, c(0.1, 0, 0.2), 60),
  shapiroWilk = array(sapply(samples, shapiro)),
  boxCox = array(sapply(positive, boxCox)),
  shares = array(c(
    share(1, identity, 0.5, 0.05), share(1, function(z) sin(z)^2, 1.2, 0.12), share(1, plogis, 2.5, 0.9),
    share(8, function(z) 1 / z, 10, 1.6), share(1, identity, 0.5, 0.005, rcauchy)
  )),
  logistic = array(c(logistic(11, c(1.5, 0.5, 0.8), 60), logistic(12, c(0.4, 0, 0.3), 40), logistic(13, c(3, 1, 0.2), 30))),
  holm = object(raw = numbers(holm), adjusted = numbers(p.adjust(holm, "holm")))
), "\n")
